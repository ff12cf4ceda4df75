import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import type { AuditEvent } from '../../../../kit/api/shapes.ts';
import type { ActivityText } from './text.en.ts';

type Describe = (name: string, amount: string) => string;

/** For these actions the target is the receiver, whom the sentence names. */
const MONEY = { 'money.sent': true, 'money.deposited': true, 'payment.paid': true, 'payment.held': true };

function amountOf({ details: { amount } }: AuditEvent): string {
  return typeof amount === 'number' && Number.isSafeInteger(amount) ? formatRupiah(BigInt(amount)) : '';
}

/** The administrator's reason, in the administrator's words. */
export function reasonOf({ details: { reason } }: AuditEvent): string | null {
  return typeof reason === 'string' && reason !== '' ? reason : null;
}

/**
 * Capitalises the name: `passkey` is a plain word, and players know provider ids such as `google` as names.
 */
function nameOf({ action, target, details }: AuditEvent): string {
  if (Object.hasOwn(MONEY, action)) return target ?? '';
  const name = details['app'] ?? details['provider'] ?? details['method'] ?? details['name'];
  if (typeof name !== 'string') return '';
  return name === 'dev' ? 'Development sign-in' : name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * Describes an event in a sentence. A newer server may record actions that these pages do not know; those get
 * a generic sentence.
 */
export function describeEvent(event: AuditEvent, text: ActivityText): string {
  const actions: Readonly<Record<string, Describe | undefined>> = text.actions;
  const describe = Object.hasOwn(actions, event.action) ? actions[event.action] : undefined;
  if (describe) return describe(nameOf(event), amountOf(event));
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
