import { createHash } from 'node:crypto';
import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { sha256 } from '../platform/hash.ts';
import type { Needs } from '../platform/needs.ts';
import type { SecurityEvents } from '../platform/security-events.ts';
import { endConsent, type OnDisconnect } from './end-grant.ts';
import { findRespent, markReused, spendCode, type Protocol, type SpentCode } from './codes.store.ts';

export interface RedeemInput {
  readonly protocol: Protocol;
  readonly code: string;
  readonly clientId: string;
  readonly isAuthenticated: boolean;
  readonly codeVerifier: string | undefined;
  readonly redirectUri: string | null;
  readonly origin: AuditOrigin;
}

export interface RedeemDeps extends Needs<'db' | 'clock'> {
  readonly events: SecurityEvents;
  readonly onDisconnect: OnDisconnect;
}

/**
 * Consumes a code. Returns null if it is invalid, and 'paused' if the app is paused; the code then stays
 * unused. A second use is audited. If the second use has the right secret or verifier, it comes from the
 * client or a thief, so the consent ends with all its bearers (RFC 6749, 4.1.2). Knowledge of the code alone
 * ends nothing.
 */
export async function redeemCode(deps: RedeemDeps, input: RedeemInput): Promise<SpentCode | 'paused' | null> {
  const now = deps.clock.now();
  const hash = sha256(input.code);
  const codeChallenge =
    input.codeVerifier === undefined
      ? null
      : createHash('sha256').update(input.codeVerifier).digest('base64url');
  const presentation = { ...input, hash, codeChallenge, now };
  const spent = await spendCode(deps.db, presentation);
  if (spent) return spent;
  return deps.db.transaction(async (tx) => {
    const again = await findRespent(tx, presentation);
    if (again)
      await endConsent(deps, tx, {
        identityId: again.identity_id,
        clientId: again.client_id,
        reason: 'login code used twice',
        actor: `app:${input.clientId}`,
        action: 'app.grant_revoked',
        origin: input.origin,
        now,
      });
    const reused = await markReused(tx, hash, now);
    if (reused) {
      await recordAudit(tx, {
        at: now,
        identityId: reused.identity_id,
        actor: `app:${input.clientId}`,
        action: 'login_code.reused',
        target: reused.client_id,
        origin: input.origin,
      });
      deps.events.record({
        event: 'token.reused',
        identityId: reused.identity_id,
        clientId: reused.client_id,
        address: input.origin.address,
        details: { kind: 'login_code' },
      });
    }
    return null;
  });
}
