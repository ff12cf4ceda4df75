export { operations } from './operations/index.ts';
export type { Input, Operations, Reply } from './operations/index.ts';
export { limitClasses, limitWindowOf, machineRoleOf, machineRoles } from './declare.ts';
export type { Access, LimitClass, MachineRole, Operation } from './declare.ts';
export { nameDevice } from './name-device.ts';
export { errorTable, formatRupiah } from './errors/index.ts';
export type { ErrorCode, ErrorContext, ErrorEntry } from './errors/index.ts';
export type { DeletionBlock } from './errors/identity.ts';
export type { SpendRefusal } from './errors/permissions.ts';
export { sessionEnds, type SessionEnd } from './errors/session-keys.ts';
export { airdropMax, airdropRule } from './operations/chain.ts';
export type { RegisterSession } from './operations/session-keys.ts';
export { paths } from './paths.ts';
export { refusalsOf } from './refusals.ts';
export { sharedFields } from './shared-fields.ts';
export { boundedSchema, strictSchema } from './strict-schema.ts';
export type { OperationName } from './paths.ts';
export { base64UrlPattern, ruleKeyword } from './schemas.ts';
export { authorizeQuery } from './shapes/apps.ts';
export type { MoneyAction } from './shapes/audit.ts';
export { keyRule } from './shapes/chain.ts';
export { permissionRequest, publicKeyRule } from './shapes/permissions.ts';
export type { PermissionDetail, PermissionItem, PermissionRequest, Remaining } from './shapes/permissions.ts';
export type { PermissionSummary, PermissionTerm } from './shapes/permission-terms.ts';
export type { ItemNames } from './shapes/items.ts';
export { pauseReasonPattern } from './operations/admin.ts';
export { ageBands, ratings, type AgeBand, type Rating } from './shapes/families.ts';
export { handlePattern, handleRule } from './shapes/identity.ts';
export type {
  Assertion,
  AuthenticationResponse,
  CreationOptions,
  RegistrationResponse,
  RequestOptions,
} from './shapes/passkeys.ts';
export * as schemas from './schemas.ts';
export { deviceGrantType, isStandardEndpoint, standardEndpoints, standardErrors } from './standard/index.ts';
export type { RedirectError, StandardEndpoint, StandardError } from './standard/index.ts';
