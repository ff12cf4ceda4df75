import { nameGoods } from '@pid/contract/name-goods';
import { sayPaymentState } from '@pid/contract/texts/say-payment.ts';
import type { PlayerPayment, SendReceipt, StatementEntry } from '../../../../kit/api/shapes.ts';
import { formatDateTime } from '../../../../kit/format/date-time.ts';
import { formatNumberOfRupiah as rupiah } from '../../../../kit/format/rupiah.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import { describeEntry, noteOf } from '../../parts/describe-entry.ts';
import type { Receipt } from './read-receipt.ts';
import type { Text } from './text.en.ts';

export interface ReceiptLine {
  readonly label: string;
  readonly value: string;
  /** A second line below the value. */
  readonly detail?: string;
  /** Not on the picture, which players show to others. */
  readonly isPrivate?: boolean;
  /** The page shows it above the amount instead. */
  readonly isInHead?: boolean;
}

/** The content of a receipt. The page and the picture show the same. */
export interface ReceiptContent {
  readonly id: string;
  readonly amount: string;
  readonly what: string;
  /** The state of a payment. */
  readonly state: string | null;
  readonly lines: readonly ReceiptLine[];
  /** What happened to a payment, oldest first. */
  readonly history: readonly ReceiptLine[];
}

const timeOf = (at: string) => formatDateTime(at, locale.value, 'date-time-zone');

function describeSend(text: Text, send: SendReceipt): ReceiptContent {
  const { fees, note } = send;
  const paid = fees && [
    { label: text.amount, value: rupiah(send.amount), isPrivate: true },
    { label: text.fee, value: rupiah(fees.global), isPrivate: true },
    ...(fees.app > 0 ? [{ label: text.appFee, value: rupiah(fees.app), isPrivate: true }] : []),
    { label: text.paid, value: rupiah(send.amount + fees.total), isPrivate: true },
  ];
  return {
    id: send.id,
    amount: rupiah(send.amount),
    what: fees ? text.money.kinds.send(send.to) : text.money.kinds.receive(send.from),
    state: null,
    lines: [
      { label: text.from, value: send.from },
      { label: text.to, value: send.to },
      ...(paid ?? [{ label: text.received, value: rupiah(send.amount), isPrivate: true }]),
      ...(note === undefined ? [] : [{ label: text.note, value: note }]),
      { label: text.when, value: timeOf(send.createdAt) },
      { label: text.number, value: send.id },
    ],
    history: [],
  };
}

function describeStatementEntry(text: Text, entry: StatementEntry): ReceiptContent {
  const { id, amount, fee = 0, appName, note, reason } = entry;
  return {
    id,
    amount: rupiah(Math.abs(amount)),
    what: describeEntry(entry, text.money),
    state: null,
    lines: [
      { label: text.change, value: `${amount > 0 ? '+' : ''}${rupiah(amount)}` },
      { label: text.balanceAfter, value: rupiah(entry.balanceAfter), isPrivate: true },
      ...(fee > 0 ? [{ label: text.fees, value: rupiah(fee) }] : []),
      ...(appName === undefined ? [] : [{ label: text.app, value: appName }]),
      ...(note === undefined
        ? []
        : [{ label: entry.payment === undefined ? text.note : text.item, value: noteOf(entry) }]),
      ...(reason === undefined ? [] : [{ label: text.reason, value: reason }]),
      { label: text.when, value: timeOf(entry.createdAt) },
      { label: text.number, value: id },
    ],
    history: [],
  };
}

function describePayment(text: Text, payment: PlayerPayment): ReceiptContent {
  const { id, app, to, fees, captured, refunds, history, total } = payment;
  const { words, statuses } = text.payment;
  const reasons = refunds.flatMap(({ reason }) => reason ?? []);
  return {
    id,
    amount: rupiah(total),
    what: words.payment(to ?? app.name),
    state: sayPaymentState(words, payment, rupiah),
    lines: [
      { label: text.item, value: nameGoods(payment, locale.value), isInHead: true },
      { label: text.app, value: app.name, isInHead: true },
      ...(to === null ? [] : [{ label: text.payment.to, value: to }]),
      { label: text.amount, value: rupiah(captured > 0 ? captured : payment.amount) },
      { label: text.fee, value: rupiah(fees.global) },
      ...(fees.app > 0 ? [{ label: text.appFee, value: rupiah(fees.app) }] : []),
      { label: text.payment.total, value: rupiah(total) },
      { label: text.payment.payer, value: payment.payer ?? '' },
      ...(payment.allowance === null ? [] : [{ label: text.how, value: text.automatically }]),
      { label: text.when, value: timeOf(history[0]?.at ?? payment.createdAt) },
      ...(payment.status === 'held' && payment.captureBy !== null
        ? [{ label: text.payment.heldUntil, value: timeOf(payment.captureBy) }]
        : []),
      ...reasons.map((reason) => ({ label: text.reason, value: reason })),
      { label: text.payment.reference, value: payment.reference },
      { label: text.number, value: id },
    ],
    history: history.map(({ status, amount, at }) => ({
      label: statuses[status === 'returned' ? 'void' : status],
      value: rupiah(amount),
      detail: timeOf(at),
    })),
  };
}

export function describeReceipt(text: Text, receipt: Receipt): ReceiptContent {
  if (receipt.kind === 'send') return describeSend(text, receipt.send);
  if (receipt.kind === 'entry') return describeStatementEntry(text, receipt.entry);
  return describePayment(text, receipt.payment);
}
