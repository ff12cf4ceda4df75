export { isInsulting } from './insulting-handle.ts';
export { handleOf, isReservedHandle, pidOf, suggestHandles, whyNoHandle } from './handle-policy.ts';
export {
  findIdentities,
  findIdentitiesByAccountId,
  findIdentity,
  findIdentityByPid,
  insertIdentity,
  lockIdentity,
  searchIdentities,
  takenHandles,
  type Identity,
} from './identity.store.ts';
export { identityRoutes } from './identity.routes.ts';
export {
  assertDeletable,
  deleteIdentity,
  reactivateIdentity,
  suspendIdentity,
  assertSettled,
  type DeletionCheck,
  type DeletionGuard,
  type DeletionTerms,
  type Eraser,
  type StatusDeps,
} from './change-status.ts';
