import { api } from '../../../../kit/api/api.ts';
import type { StatementEntry } from '../../../../kit/api/shapes.ts';

export interface Escrow {
  readonly balance: number;
  readonly serviceFee: { readonly bps: number; readonly minimum: number };
  readonly entries: readonly StatementEntry[];
}

/** Read before the page is shown, because it determines the page's height. */
export async function readEscrow(clientId: string, signal: AbortSignal): Promise<Escrow> {
  const [{ balance, serviceFee }, { items }] = await Promise.all([
    api.call('getAppBalance', { client_id: clientId }, { signal }),
    api.call('getAppStatement', { client_id: clientId, limit: 5 }, { signal }),
  ]);
  return { balance, serviceFee, entries: items };
}
