export { findMasterKeys, SealingError } from './master-key.ts';
export { assertOpens, isSealed, lockSealing, sealClear, type SealedColumn } from './sealed-columns.ts';
export { countByMasterKey, countToReseal, resealBatches } from './reseal.store.ts';
export { createSealer, type Sealer } from './sealer.ts';
export { sealingProblems, sealingSettings } from './settings.ts';
