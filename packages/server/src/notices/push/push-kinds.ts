import type { AnyNotice } from '../notice-types.ts';

type Kind = 'alarm' | 'money';

/**
 * The notices that devices are told of: alarms, which the player may have to act on, and money. Notices about the
 * player's own apps are left out.
 */
const kinds: Readonly<Partial<Record<AnyNotice['type'], Kind>>> = {
  'passkey.added': 'alarm',
  'passkey.approval_asked': 'alarm',
  'passkey.approved': 'alarm',
  'passkey.removed': 'alarm',
  'login.linked': 'alarm',
  'login.unlinked': 'alarm',
  'session.new_device': 'alarm',
  'freeze.begun': 'alarm',
  'freeze.lifted': 'alarm',
  'recovery.asked': 'alarm',
  'recovery.started': 'alarm',
  'recovery.cancelled': 'alarm',
  'recovery.finished': 'alarm',
  'recovery.policy_set': 'alarm',
  'recovery.policy_removed': 'alarm',
  'recovery.guardian_left': 'alarm',
  'recovery.help_asked': 'alarm',
  'wallet.claim_opened': 'alarm',
  'family.asked': 'alarm',
  'wallet.withdrawn': 'money',
  'money.sent': 'money',
  'money.deposited': 'money',
  'money.received': 'money',
  'money.returned': 'money',
  'money.topped_up': 'money',
  'activation.paid': 'money',
  'activation.returned': 'money',
  'payment.confirmed': 'money',
  'allowance.charged': 'money',
  'allowance.refused': 'money',
};

export function pushKindOf({ type }: AnyNotice): Kind | null {
  return kinds[type] ?? null;
}
