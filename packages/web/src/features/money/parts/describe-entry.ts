import { nameGoods } from '@pid/contract/name-goods';
import type { StatementEntry } from '../../../kit/api/shapes.ts';
import { locale } from '../../../kit/i18n/locale.ts';
import type { MoneyText } from './text.en.ts';

/** The payment of an entry, if the account holder pays it. All entries of a payment have the same receipt. */
export const ownPayment = ({ type, amount, payment }: StatementEntry) =>
  type !== 'payment' || amount < 0 ? payment : undefined;

export const isPid = (name: string | undefined) => name?.endsWith('@pid') === true;

export function describeEntry(
  { type, counterparty, amount, appName }: StatementEntry,
  text: MoneyText,
): string {
  // Show an app by its name, because its client_id means nothing to players.
  const name = (isPid(counterparty) ? counterparty : (appName ?? counterparty)) ?? text.somebody;
  // A refund by an app names the app. A reversal by a payment provider has no counterparty.
  if (type === 'refund' && counterparty !== undefined)
    return amount > 0 ? text.refunded(name) : text.refundedTo(name);
  if (type === 'payment' && amount > 0) return text.kinds.receive(name);
  if (type === 'deposit' && amount > 0) return text.deposited;
  return text.kinds[type](name);
}

/** The note of an entry; for a payment, what it is for. */
export function noteOf({ note = '', item }: StatementEntry): string {
  return nameGoods({ description: note, ...(item && { item }) }, locale.value);
}
