export { openSessionGrants } from './open-session-grants.ts';
