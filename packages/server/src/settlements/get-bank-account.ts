import type { Input } from '@pid/contract';
import { refuse } from '../platform/errors/index.ts';
import { cursorForms, decodeCursor, pageOf, type UserCaller } from '../platform/http/index.ts';
import { bankAccountsPage, findBankAccount, type BankAccount } from './bank-accounts.store.ts';
import { bankAccountColumn, openNumber } from './sealed-numbers.ts';
import { refuseWhileOff, type SettlementDeps } from './settlement-deps.ts';

export function describeBankAccount(account: BankAccount) {
  const { bankCode, last4, holderName, status, usableFrom, reason } = account;
  return {
    bankCode,
    last4,
    holderName,
    status,
    usableFrom: usableFrom?.toISOString() ?? null,
    ...(reason === null ? {} : { reason }),
  };
}

export async function getBankAccount(deps: SettlementDeps, caller: UserCaller, clientId: string) {
  await deps.apps.admit(deps.db, caller, clientId, 'getBankAccount');
  const account = await findBankAccount(deps.db, clientId);
  if (account) return describeBankAccount(account);
  refuseWhileOff(deps);
  throw refuse('no_bank_account');
}

const orderedBy = [cursorForms.dateTime, /^app_[0-9a-f]{24}$/];

/** For administrators, with the whole number: they compare it with the bank's own record of the holder. */
export async function listBankAccounts(
  { db, sealer }: Pick<SettlementDeps, 'db' | 'sealer'>,
  { status, cursor, limit = 50 }: Input<'listBankAccounts'>,
) {
  const [setAt, clientId] = decodeCursor(cursor, orderedBy) ?? [];
  const after = setAt && clientId ? { setAt, clientId } : null;
  const rows = await bankAccountsPage(db, status ?? null, after, limit + 1);
  const { items, nextCursor } = pageOf(rows, limit, (account) => [
    account.setAt.toISOString(),
    account.clientId,
  ]);
  return {
    items: items.map((account) => ({
      ...describeBankAccount(account),
      client_id: account.clientId,
      app: account.app,
      owner: account.owner,
      accountNumber: openNumber(sealer, bankAccountColumn, account.clientId, account),
      setAt: account.setAt.toISOString(),
      decidedBy: account.decidedBy,
      reason: account.reason,
      version: account.version,
    })),
    nextCursor,
  };
}
