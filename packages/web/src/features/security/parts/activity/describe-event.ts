import { nameGoods, type Goods } from '@pid/contract/name-goods';
import { sayPayment } from '@pid/contract/texts/say-payment.ts';
import { formatNumberOfRupiah } from '../../../../kit/format/rupiah.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import type { AuditEvent } from '../../../../kit/api/shapes.ts';
import type { ActivityText } from './text.en.ts';

type Describe = (name: string, amount: string, period: string) => string;

/** For these actions the target is the receiver, whom the sentence names. */
const MONEY = { 'money.sent': true, 'money.deposited': true };

const numberOf = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function amountOf({ details }: AuditEvent): string {
  const amount = numberOf(details['amount']);
  return amount === undefined ? '' : formatNumberOfRupiah(amount);
}

/** Describes a payment with the state that it has now. Null if the event is about something else. */
function describePayment({ target, details }: AuditEvent, text: ActivityText): string | null {
  if (typeof details['payment'] !== 'string') return null;
  const move = {
    app: textOf(details['app']),
    to: target?.endsWith('@pid') ? target : null,
    item: nameGoods(
      { description: textOf(details['item']), item: details['goods'] as Goods | null },
      locale.value,
    ),
    amount: numberOf(details['amount']) ?? 0,
    fee: numberOf(details['fee']) ?? 0,
    status: textOf(details['status']),
    returned: numberOf(details['returned']) ?? 0,
    refunded: numberOf(details['refunded']) ?? 0,
    isAutomatic: typeof details['allowance'] === 'string',
  };
  return sayPayment(text.payment, move, formatNumberOfRupiah);
}

/** The receipt of the payment that the event is about. */
export function receiptOf({ details: { payment } }: AuditEvent): string | null {
  return typeof payment === 'string'
    ? PAGE_PATHS.paymentReceipt.replace(':id', encodeURIComponent(payment))
    : null;
}

/** The administrator's reason, in the administrator's words. */
export function reasonOf({ details: { reason } }: AuditEvent): string | null {
  return typeof reason === 'string' && reason !== '' ? reason : null;
}

/**
 * Capitalises the name: `passkey` is a plain word, and players know provider ids such as `google` as names.
 */
function nameOf({ action, target, details }: AuditEvent): string {
  if (Object.hasOwn(MONEY, action)) return textOf(details['app']) || (target ?? '');
  if (typeof details['app'] === 'string') return details['app'];
  const name = details['provider'] ?? details['method'] ?? details['name'];
  if (typeof name !== 'string') return '';
  return name === 'dev' ? 'Development sign-in' : name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * Describes an event in a sentence. A newer server may record actions that these pages do not know; those get
 * a generic sentence.
 */
export function describeEvent(event: AuditEvent, text: ActivityText): string {
  const payment = describePayment(event, text);
  if (payment !== null) return payment;
  const actions: Readonly<Record<string, Describe | undefined>> = text.actions;
  const describe = Object.hasOwn(actions, event.action) ? actions[event.action] : undefined;
  if (describe) return describe(nameOf(event), amountOf(event), textOf(event.details['period']));
  const words = event.action.replaceAll(/[._]/gu, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** True for events that a player should check if they did not cause them. */
export function isAlarming({ action }: AuditEvent): boolean {
  return [
    'session.reuse_detected',
    'passkey.counter_fell',
    'login_code.reused',
    'identity.suspended',
    'recovery.started',
    'recovery.approved',
  ].includes(action);
}
