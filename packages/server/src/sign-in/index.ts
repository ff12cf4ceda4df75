export type { LoginAfterClaim } from './claim-handle.ts';
export { openSignIn } from './open-sign-in.ts';
export { isLocalPath } from './return-to.ts';
