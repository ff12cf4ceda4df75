export { openSessionGrants, type SessionGrants } from './open-session-grants.ts';
