import { api } from '../../../../kit/api/api.ts';
import type { StatementEntry } from '../../../../kit/api/shapes.ts';

export interface Escrow {
  readonly balance: number;
  /** What can be transferred to the bank account now. */
  readonly available: number;
  /** The time of the server when this was read. */
  readonly asOf: string;
  readonly serviceFee: { readonly bps: number; readonly minimum: number };
  readonly entries: readonly StatementEntry[];
}

/** Read before the page is shown, because it determines the page's height. */
export async function readEscrow(clientId: string, signal: AbortSignal): Promise<Escrow> {
  const [{ balance, available = 0, asOf, serviceFee }, { items }] = await Promise.all([
    api.call('getAppBalance', { client_id: clientId }, { signal }),
    api.call('getAppStatement', { client_id: clientId, limit: 5 }, { signal }),
  ]);
  return { balance, available, asOf, serviceFee, entries: items };
}
