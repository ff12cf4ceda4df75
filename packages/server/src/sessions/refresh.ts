import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { SecurityEvents } from '../platform/security-events.ts';
import {
  issueTokens,
  refreshTtlSeconds,
  secondsAfter,
  type SessionDeps,
  type SessionTokens,
} from './open-session.ts';
import { parseRefreshToken, successorOf, type RefreshToken } from './refresh-token.ts';
import { lockSession, markSessionEnded, storeRotation, type SessionRow } from './sessions.store.ts';

const graceMillis = 10_000;
/** Maximum number of rotations within the grace period. A replay of an older token counts as theft. */
const stepsMax = 32;

/**
 * Exchanges a refresh token for its successor. A replay within the grace period follows the chain to the
 * current token, so that two tabs and lost responses get the same token. A later replay means that a token
 * was stolen.
 */
export async function refresh(
  deps: SessionDeps & { db: Database; events: SecurityEvents },
  presented: string | null,
  origin: AuditOrigin,
): Promise<SessionTokens> {
  const token = presented ? parseRefreshToken(deps.refreshKey, presented) : null;
  if (!token) throw refuse('unauthorized');
  // The refusal is thrown outside the transaction, because the end of the family must be committed.
  const tokens = await deps.db.transaction((tx) => rotate(deps, tx, token, origin));
  if (tokens && 'reusedBy' in tokens)
    deps.events.record({
      event: 'token.reused',
      identityId: tokens.reusedBy,
      address: origin.address,
      operation: 'POST /v1/auth/refresh',
      details: { kind: 'refresh' },
    });
  if (!tokens || 'reusedBy' in tokens) throw refuse('unauthorized');
  return tokens;
}

async function rotate(
  deps: SessionDeps,
  tx: Tx,
  token: RefreshToken,
  origin: AuditOrigin,
): Promise<SessionTokens | { reusedBy: string } | null> {
  const session = await lockSession(tx, token.sessionId);
  // Read after the lock, because a node that waited for it must not use an outdated time.
  const now = deps.clock.now();
  if (!session || !isAlive(session, now)) return null;
  if (session.refresh_hash.equals(token.hash)) {
    const next = successorOf(deps.refreshKey, token);
    const recent = recentlySpent(session, now);
    await storeRotation(tx, session.id, {
      refreshHash: next.hash,
      refreshExpiresAt: secondsAfter(now, refreshTtlSeconds),
      spentHashes: [...recent.map(({ hash }) => hash), token.hash].slice(-stepsMax),
      spentAt: [...recent.map(({ at }) => at), now].slice(-stepsMax),
      now,
    });
    return issueTokens(deps, session.identity_id, next);
  }
  if (recentlySpent(session, now).some(({ hash }) => hash.equals(token.hash))) {
    return issueTokens(deps, session.identity_id, currentToken(deps.refreshKey, session, token));
  }
  await markSessionEnded(tx, session.identity_id, session.id, 'refresh token reused', now);
  await recordAudit(tx, {
    at: now,
    identityId: session.identity_id,
    actor: 'service',
    action: 'session.reuse_detected',
    target: session.id,
    origin,
  });
  return { reusedBy: session.identity_id };
}

function isAlive(session: SessionRow, now: Date): boolean {
  return session.ended_at === null && session.refresh_expires_at > now && session.family_expires_at > now;
}

function recentlySpent(session: SessionRow, now: Date): { hash: Buffer; at: Date }[] {
  return session.spent_hashes
    .map((hash, index) => ({ hash, at: session.spent_at[index]! }))
    .filter(({ at }) => now.getTime() - at.getTime() <= graceMillis);
}

function currentToken(key: Buffer, session: SessionRow, spent: RefreshToken): RefreshToken {
  let token = spent;
  for (let step = 0; step <= stepsMax && !session.refresh_hash.equals(token.hash); step += 1)
    token = successorOf(key, token);
  return token;
}
