export { abandonProvider } from './abandon-provider.ts';
export { deleteBankAccounts } from './bank-accounts.store.ts';
export { openMode, openSettlements, settlementGuard, type Settlements } from './open-settlements.ts';
export { personOf } from './persons.ts';
export { recoverSettlements } from './recover-settlements.ts';
export { bankAccountColumn, settlementColumn } from './sealed-numbers.ts';
export { exportSettlements, importSettlements } from './settlement-files.ts';
export { settlementProblems, settlementRetention, settlementSettings } from './settings.ts';
