export type { LoginAfterClaim } from './claim-handle.ts';
export { openSignIn } from './open-sign-in.ts';
export { proveProvider } from './providers.ts';
export { isLocalPath } from './return-to.ts';
export { signInRefusals, signInSettings } from './settings.ts';
