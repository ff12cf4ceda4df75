export { openSecurityLog } from './open-security-log.ts';
export { insertEvents, listEventsAfter } from './security-log.store.ts';
export { securityLogRetention } from './settings.ts';
