import { normaliseHandle } from '../../../identity/parts/handle/check-handle.ts';
import { carryLink, isWholeRupiah, readMoneyLink, type MoneyLink } from '../../parts/money-link.ts';
import { cleanNote } from '../../parts/note.ts';
import { readAmount, tidyAmount } from '../../../../kit/money/read-amount.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';

/** Names the stored key of a send without a response (`intentKey`). */
export const SEND = 'send';

/** The request to the server, without the total that was shown. */
export interface SendRequest {
  readonly to: string;
  readonly amount: number;
  readonly note?: string;
  /** The app whose link it is. */
  readonly clientId?: string;
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
    amount: tidyAmount((query.get('amount') ?? '').slice(0, 32)),
    note: cleanNote(query.get('note') ?? ''),
  };
}

type Field = 'to' | 'amount' | 'note';

/**
 * The address contains the whole draft, so that a reload and the back button keep it. For a link it also
 * contains the open fields.
 */
export function sendPath(
  { handle, amount, note }: SendDraft,
  review: boolean,
  link?: SendLink | null,
): string {
  const query = new URLSearchParams();
  if (link) {
    carryLink(link, query);
    if (link.open.length > 0) query.set('open', link.open.join(' '));
  }
  if (handle !== '') query.set('to', `${handle}@pid`);
  if (amount !== '') query.set('amount', String(readAmount(amount) ?? amount));
  if (note !== '') query.set('note', note);
  if (review) query.set('step', 'review');
  const search = query.toString();
  return search === '' ? PAGE_PATHS.send : `${PAGE_PATHS.send}?${search}`;
}

export function reviewPath({ to, amount, note = '' }: SendRequest): string {
  return sendPath({ handle: normaliseHandle(to), amount: String(amount), note }, true);
}

/** A link of an app: the fields that it names are fixed, and only the others can be edited. */
export interface SendLink extends MoneyLink {
  readonly open: readonly Field[];
  readonly flaws: readonly Field[];
}

const FIELDS: readonly Field[] = ['to', 'amount', 'note'];
const STANDS: Record<Field, (value: string) => boolean> = {
  to: (value) => /^[a-z0-9_]{3,20}@pid$/u.test(value),
  amount: isWholeRupiah,
  note: (value) => cleanNote(value) === value,
};

export function sendLinkOf(query: URLSearchParams): SendLink | null {
  const link = readMoneyLink(query);
  if (!link) return null;
  const typed = (query.get('open') ?? '').split(' ');
  const isOpen = (field: Field) => !query.has(field) || typed.includes(field);
  return {
    ...link,
    open: FIELDS.filter(isOpen),
    flaws: FIELDS.filter((field) => !isOpen(field) && !STANDS[field](query.get(field) ?? '')),
  };
}

export function sendRequestOf({ handle, amount, note }: SendDraft, clientId?: string): SendRequest | null {
  const rupiah = readAmount(amount);
  if (rupiah === null || !/^[a-z0-9_]{3,20}$/u.test(handle)) return null;
  const trimmed = cleanNote(note).trim();
  return {
    to: `${handle}@pid`,
    amount: rupiah,
    ...(trimmed === '' ? {} : { note: trimmed }),
    ...(clientId === undefined ? {} : { clientId }),
  };
}
