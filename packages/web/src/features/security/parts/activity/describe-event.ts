import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import type { AuditEvent } from '../shapes.ts';
import type { ActivityText } from './text.en.ts';

type Describe = (name: string, amount: string) => string;

/** What these say names who got it: the other side is the target. */
const MONEY = { 'money.sent': true, 'payment.paid': true, 'payment.held': true };

function amountOf({ details: { amount } }: AuditEvent): string {
  return typeof amount === 'number' && Number.isSafeInteger(amount) ? formatRupiah(BigInt(amount)) : '';
}

/** Why an administrator did it, in their own words. */
export function reasonOf({ details: { reason } }: AuditEvent): string | null {
  return typeof reason === 'string' && reason !== '' ? reason : null;
}

/** A passkey is a word, a provider's id a name that people know. */
function nameOf({ action, target, details }: AuditEvent): string {
  if (Object.hasOwn(MONEY, action)) return target ?? '';
  const name = details['app'] ?? details['provider'] ?? details['method'] ?? details['name'];
  if (typeof name !== 'string') return '';
  return name === 'dev' ? 'Development sign-in' : name.charAt(0).toUpperCase() + name.slice(1);
}

/** A sentence for what happened; a newer server may record what these pages do not know yet. */
export function describeEvent(event: AuditEvent, text: ActivityText): string {
  const actions: Readonly<Record<string, Describe | undefined>> = text.actions;
  const describe = Object.hasOwn(actions, event.action) ? actions[event.action] : undefined;
  if (describe) return describe(nameOf(event), amountOf(event));
  const words = event.action.replaceAll(/[._]/gu, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What somebody should look at, should it not have been them. */
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
