export type { LoginAfterClaim } from './claim-handle.ts';
export { openSignIn } from './open-sign-in.ts';
export { proveProvider } from './providers.ts';
export { isLocalPath } from './return-to.ts';
export { signInProblems, signInSettings } from './settings.ts';
