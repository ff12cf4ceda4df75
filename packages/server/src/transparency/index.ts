export { accountKeyColumn } from './account-keys.ts';
export { auditLog } from './audit-log.ts';
export { countLostAccountKeys, dropLostAccountKeys } from './account-keys.store.ts';
export type { Anchor } from './anchor-liabilities.ts';
export { enterReserves } from './enter-reserves.ts';
export { continueLog, LogError, restartLog } from './begin-log.ts';
export { describeLog, rotateLogKey } from './describe-log.ts';
export { newWitness, UnreachableError, WitnessError, witnessOnce, type WitnessState } from './witness.ts';
export { openTransparency } from './open-transparency.ts';
