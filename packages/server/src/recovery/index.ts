export { isGuardianKey } from './guardians.store.ts';
export { openRecovery } from './open-recovery.ts';
