import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { endGrant } from './grants.store.ts';

/**
 * Ends everything else that depends on a player's consent to an app, in the transaction that ends the
 * consent.
 */
export type OnDisconnect = (tx: Tx, connection: { clientId: string; identityId: string }) => Promise<void>;

export interface GrantEnd {
  readonly identityId: string;
  readonly clientId: string;
  readonly reason: string;
  readonly actor: string;
  readonly action: 'app.disconnected' | 'app.grant_revoked';
  readonly origin: AuditOrigin;
  readonly now: Date;
}

/**
 * Ends the consent and with it every bearer of the app for this player. Returns false if there is no consent.
 */
export async function endConsent(
  deps: { onDisconnect: OnDisconnect },
  tx: Tx,
  end: GrantEnd,
): Promise<boolean> {
  const { identityId, clientId } = end;
  if (!(await endGrant(tx, identityId, clientId, end.reason, end.now))) return false;
  await deps.onDisconnect(tx, { clientId, identityId });
  await recordAudit(tx, {
    at: end.now,
    identityId,
    actor: end.actor,
    action: end.action,
    target: clientId,
    origin: end.origin,
  });
  return true;
}
