export {
  findPlaySession,
  openPlaySession,
  resumePlaySession,
  type PlaySession,
  type PlaySessionOptions,
} from './open-session.ts';
export { PidError, type PidErrorCode } from '../pid-error.ts';
export { playerAddress, type GameMove } from './play-move.ts';
