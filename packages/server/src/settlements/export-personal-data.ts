import type { Sealer } from '../platform/sealing/index.ts';
import type { BankAccount } from './bank-accounts.store.ts';
import { describeProgress } from './describe-settlement.ts';
import { bankAccountColumn, openNumber, settlementColumn } from './sealed-numbers.ts';
import type { Settlement } from './settlements.store.ts';

export function exportBankAccounts(sealer: Sealer, accounts: readonly BankAccount[]) {
  return accounts.map((account) => ({
    client_id: account.clientId,
    bankCode: account.bankCode,
    accountNumber: openNumber(sealer, bankAccountColumn, account.clientId, account),
    holderName: account.holderName,
    status: account.status,
    setAt: account.setAt.toISOString(),
    usableFrom: account.usableFrom?.toISOString() ?? null,
  }));
}

export function exportSettlementsOf(sealer: Sealer, settlements: readonly Settlement[]) {
  return settlements.map((settlement) => {
    const { amount, fee, ...shown } = describeProgress(settlement);
    const isErased = settlement.number.length === 0;
    return {
      ...shown,
      client_id: settlement.clientId,
      bankCode: settlement.bankCode,
      last4: settlement.last4,
      amount: Number(amount),
      fee: Number(fee),
      accountNumber: isErased ? null : openNumber(sealer, settlementColumn, settlement.id, settlement),
      holderName: settlement.holderName,
    };
  });
}
