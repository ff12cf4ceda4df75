import { api } from '../../../../kit/api/api.ts';
import type { Reply } from '@pid/contract/client';
import type { SendQuote } from '../../parts/shapes.ts';
import { normaliseHandle } from '../../../identity/parts/handle/check-handle.ts';
import { carryOutOnce, findUnfinished } from '../../parts/once.ts';
import { NOTE_LENGTH } from '../../parts/send-link.ts';
import { readAmount, writeAmount } from '../../parts/type-amount.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';

const ACTION = 'send';

/** What goes to the server, but for the total that was shown. */
export interface SendWish {
  readonly to: string;
  readonly amount: number;
  readonly note?: string;
}

export interface SendDraft {
  readonly handle: string;
  /** As typed. */
  readonly amount: string;
  readonly note: string;
}

/** A link may fill everything in: `/send?to=budi@pid&amount=25000&note=Lunch`. */
export function draftFrom(query: URLSearchParams): SendDraft {
  return {
    handle: normaliseHandle(query.get('to') ?? '').slice(0, 64),
    amount: writeAmount((query.get('amount') ?? '').slice(0, 32)),
    note: (query.get('note') ?? '').slice(0, NOTE_LENGTH),
  };
}

/** Everything of a draft lies in the address, so that a reload and the back button keep it. */
export function sendPath({ handle, amount, note }: SendDraft, review: boolean): string {
  const query = new URLSearchParams();
  if (handle !== '') query.set('to', `${handle}@pid`);
  if (amount !== '') query.set('amount', String(readAmount(amount) ?? amount));
  if (note !== '') query.set('note', note);
  if (review) query.set('step', 'review');
  const search = query.toString();
  return search === '' ? PAGE_PATHS.send : `${PAGE_PATHS.send}?${search}`;
}

export function wishOf({ handle, amount, note }: SendDraft): SendWish | null {
  const rupiah = readAmount(amount);
  if (rupiah === null || !/^[a-z0-9_]{3,20}$/u.test(handle)) return null;
  const trimmed = note.trim();
  return { to: `${handle}@pid`, amount: rupiah, ...(trimmed === '' ? {} : { note: trimmed }) };
}

export function quoteWish(wish: SendWish, signal: AbortSignal): Promise<SendQuote> {
  return api.call('quoteSend', wish, { signal, attempts: 3 });
}

/** The key belongs to the wish alone: were the total another one by now, the server refuses rather than pays a second time. */
export function sendWish(wish: SendWish, expectedTotal: number): Promise<Reply<'sendMoney'>> {
  return carryOutOnce(ACTION, wish, (idempotencyKey) =>
    api.call('sendMoney', { ...wish, expectedTotal }, { idempotencyKey }),
  );
}

export interface UnfinishedSend {
  readonly wish: SendWish;
  readonly startedAt: number;
  drop(): void;
}

export function findUnfinishedSend(): UnfinishedSend | null {
  const found = findUnfinished(ACTION);
  if (!found || typeof found.body !== 'object' || found.body === null) return null;
  const { to, amount, note } = found.body as Partial<SendWish>;
  if (typeof to !== 'string' || typeof amount !== 'number') return null;
  const wish = { to, amount, ...(typeof note === 'string' ? { note } : {}) };
  return { wish, startedAt: found.startedAt, drop: () => found.drop() };
}
