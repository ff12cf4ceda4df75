import type { PaymentWords } from './payment.en.ts';

/** The current state of a payment. Amounts are in rupiah. */
export interface PaymentState {
  readonly status: string;
  /** Held money that came back: all of it if the hold was voided, the rest after a partial capture. */
  readonly returned?: number;
  readonly refunded?: number;
}

type Rupiah = (amount: number) => string;

/** `Held`, `Paid`, `Paid, Rp5,000 refunded`. A status of a newer server is shown as it is. */
export function sayPaymentState(
  words: PaymentWords,
  { status, returned = 0, refunded = 0 }: PaymentState,
  rupiah: Rupiah,
): string {
  const statuses: Readonly<Record<string, string>> = words.statuses;
  const parts = [Object.hasOwn(statuses, status) ? statuses[status] : status];
  if (status === 'paid' && returned > 0) parts.push(words.partReturned(rupiah(returned)));
  if (status === 'paid' && refunded > 0) parts.push(words.partRefunded(rupiah(refunded)));
  return parts.join(', ');
}

/** A change of the payer's balance by a payment. */
interface PaymentMove extends PaymentState {
  readonly app: string;
  /** The pid of the receiver, if the app does not receive the money itself. */
  readonly to?: string | null;
  /** The description of the payment. */
  readonly item: string;
  readonly amount: number;
  readonly fee: number;
  /** Paid by an allowance, without a confirmation. */
  readonly isAutomatic?: boolean;
}

/** `Payment to Star Game (A golden sword): Rp10,100 including Rp100 fees · Held`. */
export function sayPayment(words: PaymentWords, move: PaymentMove, rupiah: Rupiah): string {
  const fee = move.fee > 0 ? ` ${words.fee(rupiah(move.fee))}` : '';
  const how = move.isAutomatic ? ` · ${words.automatic}` : '';
  const sum = `${rupiah(move.amount)}${fee}${how}`;
  return `${words.payment(payeeOf(words, move))}${itemOf(move)}: ${sum} · ${sayPaymentState(words, move, rupiah)}`;
}

/** `Refund from Star Game (A golden sword): Rp10,100`. */
export function sayReturn(
  words: PaymentWords,
  move: Pick<PaymentMove, 'app' | 'to' | 'item' | 'amount'> & { readonly isRefund: boolean },
  rupiah: Rupiah,
): string {
  const title = move.isRefund ? words.refund : words.holdReturn;
  return `${title(payeeOf(words, move))}${itemOf(move)}: ${rupiah(move.amount)}`;
}

function payeeOf(words: PaymentWords, { app, to = null }: Pick<PaymentMove, 'app' | 'to'>): string {
  return to === null ? app : `${to} ${words.through(app)}`;
}

const itemOf = ({ item }: Pick<PaymentMove, 'item'>) => (item === '' ? '' : ` (${item})`);
