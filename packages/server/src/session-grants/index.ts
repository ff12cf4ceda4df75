export { openSessionGrants } from './open-session-grants.ts';
export { sessionGrantSettings } from './settings.ts';
