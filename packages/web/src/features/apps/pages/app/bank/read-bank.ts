import { Refusal, type Reply } from '@pid/contract/client';
import { api } from '../../../../../kit/api/api.ts';

export type BankAccount = Reply<'getBankAccount'>;
export type Settlement = Reply<'listSettlements'>['items'][number];

export interface Bank {
  readonly account: BankAccount | null;
  readonly settlements: readonly Settlement[];
  readonly nextCursor: string | null;
  readonly fee: number;
}

/** Null while settlements are off and there are none. Read before the page is shown, because of its height. */
export async function readBank(clientId: string, signal: AbortSignal): Promise<Bank | null> {
  const [account, list] = await Promise.all([
    unless(['settlements_off', 'no_bank_account', 'role_needed'], () =>
      api.call('getBankAccount', { client_id: clientId }, { signal }),
    ),
    unless(['settlements_off'], () =>
      api.call('listSettlements', { client_id: clientId, limit: 5 }, { signal }),
    ),
  ]);
  if (account === null && list === null) return null;
  return {
    account,
    settlements: list?.items ?? [],
    nextCursor: list?.nextCursor ?? null,
    fee: list?.fee ?? 0,
  };
}

async function unless<T>(codes: readonly string[], call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Refusal && codes.includes(error.code)) return null;
    throw error;
  }
}
