export { loginHash, passkeyHash } from './burn-credential.ts';
export { burn, deleteLogins, insertLogin, isBurnt, listLogins, touchLogin, type LoginRow } from './credentials.store.ts';
export { credentialRoutes } from './credentials.routes.ts';
