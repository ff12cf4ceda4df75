export { createAuthenticator, type AuthenticatorDeps } from './authenticator.ts';
export { listSigningKeys, rotateSigningKey, type KeyRing } from './key-ring.ts';
export {
  countLostKeys,
  dropClearKeys,
  dropLostKeys,
  listLostSecrets,
  serviceSecret,
  serviceSecretColumn,
  signingKeyColumn,
} from './keys.store.ts';
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
export {
  countActiveSessions,
  countSignedInBetween,
  endNextSessions,
  endSessions,
  findProviderSignIn,
  listOpenSessions,
  lockActiveSession,
  streamSignedInBetween,
  type NextSessions,
} from './sessions.store.ts';
export { signToken } from './token-codec.ts';
export { sessionRetention, sessionSettings } from './settings.ts';
