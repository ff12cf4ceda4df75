import type { AuditEvent } from '../shapes.ts';
import type { ActivityText } from './text.en.ts';

type Describe = (name: string) => string;

/** A passkey is a word, a provider's id a name that people know. */
function nameOf({ details }: AuditEvent): string {
  const name = details['app'] ?? details['provider'] ?? details['method'] ?? details['name'];
  if (typeof name !== 'string') return '';
  return name === 'dev' ? 'Development sign-in' : name.charAt(0).toUpperCase() + name.slice(1);
}

/** A sentence for what happened; a newer server may record what these pages do not know yet. */
export function describeEvent(event: AuditEvent, text: ActivityText): string {
  const actions: Readonly<Record<string, Describe | undefined>> = text.actions;
  const describe = actions[event.action];
  if (describe) return describe(nameOf(event));
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
  ].includes(action);
}
