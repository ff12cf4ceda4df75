export { exportIdentity } from './export-identity.ts';
export { isInsulting } from './insulting-handle.ts';
export { handleOf, isReservedHandle, pidOf, suggestHandles, whyNoHandle } from './handle-policy.ts';
export {
  findIdentity,
  findIdentityByPid,
  insertIdentity,
  listIdentitiesByAccountId,
  listIdentitiesById,
  listIdentitiesByPrefix,
  lockIdentity,
  takenHandles,
  type Identity,
} from './identity.store.ts';
export { identityRoutes } from './identity.routes.ts';
export {
  assertDeletable,
  assertNothingHeldOutside,
  eraseIdentity,
  reactivateIdentity,
  suspendIdentity,
  type DeletionCheck,
  type DeletionGuard,
  type DeletionTerms,
  type Eraser,
  type StatusDeps,
} from './change-status.ts';
