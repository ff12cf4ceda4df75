export { openSecurityLog } from './open-security-log.ts';
export { insertEvents } from './security-log.store.ts';
