import { Refusal } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import type { PlayerPayment, SendReceipt, StatementEntry } from '../../../../kit/api/shapes.ts';
import { ownPayment } from '../../parts/describe-entry.ts';

export type Receipt =
  | { readonly kind: 'send'; readonly send: SendReceipt }
  | { readonly kind: 'payment'; readonly payment: PlayerPayment }
  | { readonly kind: 'entry'; readonly entry: StatementEntry };

/** Returns null if there is no such receipt. A truncated or invented address is no receipt either. */
async function unlessMissing(reading: Promise<Receipt | null>): Promise<Receipt | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Refusal && [400, 404].includes(error.status)) return null;
    throw error;
  }
}

/** A payment has a receipt once it is confirmed. Before that, everyone with its link can read it. */
async function readPayment(id: string, signal: AbortSignal): Promise<Receipt | null> {
  const payment = await api.call('getOwnPayment', { id }, { signal });
  return payment.payer === null ? null : { kind: 'payment', payment };
}

export async function readEntriesAt(at: string, signal?: AbortSignal): Promise<readonly StatementEntry[]> {
  // Postings have microseconds, entries milliseconds. So the range ends at the next millisecond.
  const moment = Date.parse(at);
  if (Number.isNaN(moment)) return [];
  const to = new Date(moment + 1).toISOString();
  return (await api.call('getStatement', { from: at, to }, signal && { signal })).items;
}

async function readEntry(id: string, at: string, signal: AbortSignal): Promise<Receipt | null> {
  const entry = (await readEntriesAt(at, signal)).find((item) => item.id === id);
  const payment = entry && ownPayment(entry);
  if (payment !== undefined) return readPayment(payment, signal);
  return entry ? { kind: 'entry', entry } : null;
}

async function readSend(id: string, signal: AbortSignal): Promise<Receipt> {
  return { kind: 'send', send: await api.call('getSendReceipt', { id }, { signal }) };
}

export interface ReceiptAddress {
  readonly id: string;
  readonly isPayment: boolean;
  /** The time of a statement entry that is no send. */
  readonly at: string | null;
}

export function readReceipt(
  { id, isPayment, at }: ReceiptAddress,
  signal: AbortSignal,
): Promise<Receipt | null> {
  if (isPayment) return unlessMissing(readPayment(id, signal));
  return unlessMissing(at === null ? readSend(id, signal) : readEntry(id, at, signal));
}
