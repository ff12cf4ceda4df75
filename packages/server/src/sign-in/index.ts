export type { ClaimOnTheWay } from './claim-handle.ts';
export { claimRoutes } from './claim.routes.ts';
export { developmentProvider } from './development-provider/index.ts';
export { openIdProvider, type SignInProvider } from './providers.ts';
export { isLocalPath } from './return-to.ts';
export { signInAgain } from '../credentials/index.ts';
export { signInRoutes } from './sign-in.routes.ts';
export { eraseTickets, sweepSignIn } from './sign-in.store.ts';
