export { openAdoption } from './adopt-authority.ts';
export { delayRecovery } from './delay-recovery.ts';
export { isGuardianKey } from './guardians.store.ts';
export { listOpenAttempts } from './recovery.store.ts';
export { openRecovery } from './open-recovery.ts';
