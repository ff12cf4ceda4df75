export { accountKeyColumn } from './account-keys.ts';
export { auditLog } from './audit-log.ts';
export { countLostAccountKeys, dropLostAccountKeys } from './account-keys.store.ts';
export type { Anchor } from './publish-liabilities.ts';
export { insertReserves } from './liabilities.store.ts';
export { continueLog, describeLog, LogError, restartLog, rotateLogKey } from './begin-log.ts';
export {
  newWitness,
  UnreachableError,
  WitnessError,
  witnessKey,
  witnessOnce,
  type WitnessState,
} from './witness.ts';
export { lastLogAudit } from './log.store.ts';
export { openTransparency } from './open-transparency.ts';
export { transparencySettings } from './settings.ts';
