export { createIdentity, type HandleDeps, type LoginAfterClaim } from './claim-handle.ts';
export { openSignIn } from './open-sign-in.ts';
export { proveProvider } from './prove-provider.ts';
export { isLocalPath } from './return-to.ts';
export { signInProblems, signInSettings } from './settings.ts';
