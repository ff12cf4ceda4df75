import { createHash } from 'node:crypto';
import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { sha256 } from '../platform/hash.ts';
import type { SecurityEvents } from '../platform/security-events.ts';
import { markReused, spendCode, type Protocol, type SpentCode } from './codes.store.ts';

export interface RedeemInput {
  readonly protocol: Protocol;
  readonly code: string;
  readonly clientId: string;
  readonly isAuthenticated: boolean;
  readonly codeVerifier: string | undefined;
  readonly redirectUri: string | null;
  readonly origin: AuditOrigin;
}

/** Spends a code, or audits that a spent one was used again. Null when it is not good. */
export async function redeemCode(
  deps: { db: Database; clock: Clock; events: SecurityEvents },
  input: RedeemInput,
): Promise<SpentCode | null> {
  const now = deps.clock.now();
  const hash = sha256(input.code);
  const codeChallenge =
    input.codeVerifier === undefined
      ? null
      : createHash('sha256').update(input.codeVerifier).digest('base64url');
  return deps.db.transaction(async (tx) => {
    const spent = await spendCode(tx, { ...input, hash, codeChallenge, now });
    if (spent) return spent;
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
