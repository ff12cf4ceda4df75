export { createAuthenticator, type AuthenticatorDeps } from './authenticator.ts';
export { openKeyRing, rotateSigningKey, type KeyRing } from './key-ring.ts';
export { dropClearKeys, serviceSecret, serviceSecretColumn, signingKeyColumn } from './keys.store.ts';
export { sessionOfBrowser } from './browser-session.ts';
export { openSessions } from './open-sessions.ts';
export { openSession, secondsAfter, type SessionDeps, type SessionTokens } from './open-session.ts';
export {
  clearSessionCookies,
  deviceOf,
  keepDevice,
  setSessionCookies,
  type CookieSettings,
} from './session-cookies.ts';
export { sessionRoutes } from './sessions.routes.ts';
export { endSessions, eraseSessions, exportSessions, holdSession, sweepSessions } from './sessions.store.ts';
export { signToken } from './token-codec.ts';
