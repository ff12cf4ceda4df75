import { recordAppAudit, type AuditOrigin } from '../audit/index.ts';
import type { Database } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { admitToApp, appForReview, lockForReview } from '../relying-parties/index.ts';
import { findRequest, upsertRequest, type VerificationRequest } from './verification.store.ts';

/** Puts the app into the administrators' queue. */
export async function askVerification(
  deps: Needs<'db' | 'clock'>,
  caller: UserCaller,
  input: { readonly clientId: string; readonly about: string },
  origin: AuditOrigin,
) {
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const app = await lockForReview(tx, input.clientId);
    if (!app) throw refuse('no_such_app');
    await admitToApp(tx, caller, input.clientId, 'askVerification');
    if (app.verified) throw refuse('app_verified_already');
    await upsertRequest(tx, input.clientId, input.about, now);
    await recordAppAudit(
      tx,
      {
        at: now,
        identityId: caller.identityId,
        actor: caller.pid,
        action: 'app.verification_asked',
        target: input.clientId,
        origin,
      },
      app.ownerId,
    );
  });
  return getVerification(deps.db, caller, input.clientId);
}

export async function getVerification(db: Database, caller: UserCaller, clientId: string) {
  await admitToApp(db, caller, clientId, 'getVerification');
  const app = await appForReview(db, clientId);
  if (!app) throw refuse('no_such_app');
  return describeVerification(app.verified, await findRequest(db, clientId));
}

/** The current verification decides: a badge may be given without a request, and lost after an approval. */
export function describeVerification(isVerified: boolean, request: VerificationRequest | null) {
  const asked = request?.status === 'approved' && !isVerified ? null : request;
  const status = isVerified
    ? ('verified' as const)
    : asked === null || asked.status === 'approved'
      ? ('none' as const)
      : asked.status;
  return {
    status,
    about: asked?.about ?? null,
    askedAt: asked?.askedAt.toISOString() ?? null,
    decidedAt: asked?.decidedAt?.toISOString() ?? null,
    reason: asked?.reason ?? null,
  };
}
