import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import { sessionOfBrowser } from './browser-session.ts';
import type { SessionDeps } from './open-session.ts';
import { endSessions, findSessionOwner, markSessionEnded } from './sessions.store.ts';

interface EndDeps {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Ends the session that a browser's cookies name, even if it has expired. Holding the cookies is sufficient.
 */
export async function logout(
  deps: SessionDeps & EndDeps,
  cookieHeader: string | undefined,
  origin: AuditOrigin,
): Promise<void> {
  const sessionId = sessionOfBrowser(deps, cookieHeader);
  if (!sessionId) throw refuse('unauthorized');
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const identityId = await findSessionOwner(tx, sessionId);
    if (!identityId || !(await markSessionEnded(tx, identityId, sessionId, 'signed out', now)))
      throw refuse('unauthorized');
    await recordAudit(tx, {
      at: now,
      identityId,
      actor: 'user',
      action: 'session.signed_out',
      target: sessionId,
      origin,
    });
  });
}

/** The caller's own session ends without step-up. Any other session needs it. */
export async function endSession(
  deps: EndDeps,
  input: {
    caller: UserCaller;
    sessionId: string;
    requireStepUp: () => Promise<void>;
    origin: AuditOrigin;
  },
): Promise<void> {
  const { caller, sessionId, origin } = input;
  if (sessionId.toLowerCase() !== caller.sessionId) await input.requireStepUp();
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    if (!(await markSessionEnded(tx, caller.identityId, sessionId, 'ended by the user', now)))
      throw refuse('not_found', {}, 'No such session');
    await recordAudit(tx, {
      at: now,
      identityId: caller.identityId,
      actor: caller.pid,
      action: 'session.ended',
      target: sessionId,
      origin,
    });
  });
}

export async function endOtherSessions(
  deps: EndDeps,
  { caller, origin }: { caller: UserCaller; origin: AuditOrigin },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const count = await endSessions(tx, {
      identityId: caller.identityId,
      exceptId: caller.sessionId,
      reason: 'ended by the user',
      now,
    });
    await recordAudit(tx, {
      at: now,
      identityId: caller.identityId,
      actor: caller.pid,
      action: 'session.others_ended',
      details: { count },
      origin,
    });
  });
}
