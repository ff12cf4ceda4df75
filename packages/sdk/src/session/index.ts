export {
  findPlaySession,
  openPlaySession,
  PlaySessionError,
  resumePlaySession,
  type PlaySession,
  type PlaySessionOptions,
} from './open-session.ts';
export { PlayError, playerAddress, playMove, type GameMove, type PlayContext } from './play-move.ts';
export { createKeyPair, sessionKeyOf, SessionKeyUnsupportedError, type SessionKey } from './session-key.ts';
