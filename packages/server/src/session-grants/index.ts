export { openSessionGrants } from './open-session-grants.ts';
export { sweepPlay } from './play.store.ts';
export { eraseGrants, listGrants } from './session-grants.store.ts';
