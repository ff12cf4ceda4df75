import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { notifyOwner } from '../notices/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Needs } from '../platform/needs.ts';
import { hasEverBelonged, lockForReview, setVerified } from '../relying-parties/index.ts';
import { describeVerification } from './ask-verification.ts';
import { decideRequest, findRequest } from './verification.store.ts';

interface Decision {
  readonly clientId: string;
  readonly actor: string;
  /** The administrator's identity; null for a machine credential. */
  readonly deciderId: string | null;
  readonly origin: AuditOrigin;
}

/**
 * An approval names the reviewed version, so that only that version is verified. A refusal gives the
 * reason.
 */
type Verdict =
  | { readonly approved: true; readonly version: string }
  | { readonly approved: false; readonly reason: string };

export function approveVerification(
  deps: Needs<'db' | 'clock'>,
  { version, ...decision }: Decision & { readonly version: string },
) {
  return decide(deps, decision, { approved: true, version });
}

export function refuseVerification(
  deps: Needs<'db' | 'clock'>,
  { reason, ...decision }: Decision & { readonly reason: string },
) {
  return decide(deps, decision, { approved: false, reason });
}

/** Records an administrator's decision about the reviewed version of the app, and notifies the owner. */
async function decide(
  deps: Needs<'db' | 'clock'>,
  { clientId, actor, deciderId, origin }: Decision,
  verdict: Verdict,
) {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const app = await lockForReview(tx, clientId);
    if (!app) throw refuse('not_found', {}, 'No such app');
    if (verdict.approved && deciderId !== null && (await hasEverBelonged(tx, clientId, deciderId)))
      throw refuse('own_app');
    if (verdict.approved && verdict.version !== app.version) throw refuse('app_changed');
    const reason = verdict.approved ? null : verdict.reason;
    const status = verdict.approved ? 'approved' : 'refused';
    if (!(await decideRequest(tx, clientId, { status, reason, now })))
      throw refuse('not_found', {}, 'No verification request is pending for this app');
    if (verdict.approved) await setVerified(tx, clientId, true);
    await recordAudit(tx, {
      at: now,
      identityId: app.ownerId,
      actor,
      action: verdict.approved ? 'app.verified' : 'app.verification_refused',
      target: clientId,
      ...(reason === null ? {} : { details: { reason } }),
      origin,
    });
    const { name } = app;
    await notifyOwner(
      tx,
      reason === null
        ? { identityId: app.ownerId, type: 'app.verified', data: { clientId, name }, now }
        : {
            identityId: app.ownerId,
            type: 'app.verification_refused',
            data: { clientId, name, reason },
            now,
          },
    );
    return describeVerification(verdict.approved || app.verified, await findRequest(tx, clientId));
  });
}
