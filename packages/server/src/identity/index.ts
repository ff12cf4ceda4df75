export {
  handleOf,
  handlePattern,
  handleRule,
  handleSchema,
  isReservedHandle,
  pidOf,
  pidSchema,
  suggestHandles,
} from './handle-policy.ts';
export {
  actingIdentityStep,
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
  deletionBlocked,
  reactivateIdentity,
  suspendIdentity,
  wrongStatus,
  assertSettled,
  type DeletionCheck,
  type DeletionGuard,
  type DeletionTerms,
  type Eraser,
  type StatusDeps,
} from './change-status.ts';
export { exportRoutes, type ExportSection } from './export.routes.ts';
