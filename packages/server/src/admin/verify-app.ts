import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Needs } from '../platform/needs.ts';
import { hasEverBelonged, lockForReview, setVerified } from '../relying-parties/index.ts';

interface VerifyInput {
  readonly clientId: string;
  readonly reason: string | null;
  readonly actor: string;
  /** The administrator's identity; null for a machine or the command line. */
  readonly deciderId: string | null;
  readonly origin: AuditOrigin | null;
}

/** Only administrators can set this badge. PID waives its own fees for players who have connected the app. */
export async function verifyApp(deps: Needs<'db' | 'clock'>, input: VerifyInput): Promise<void> {
  await markVerified(deps, { ...input, verified: true });
}

export async function unverifyApp(deps: Needs<'db' | 'clock'>, input: VerifyInput): Promise<void> {
  await markVerified(deps, { ...input, verified: false });
}

async function markVerified(
  deps: Needs<'db' | 'clock'>,
  input: VerifyInput & { readonly verified: boolean },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    // Locked, so that the badge goes to the app as it is now, and not to a new owner.
    const app = await lockForReview(tx, input.clientId);
    if (!app) throw refuse('not_found', {}, 'No such app');
    const { deciderId } = input;
    if (input.verified && deciderId !== null && (await hasEverBelonged(tx, input.clientId, deciderId)))
      throw refuse('own_app');
    await setVerified(tx, input.clientId, input.verified);
    await recordAudit(tx, {
      at: deps.clock.now(),
      identityId: app.ownerId,
      actor: input.actor,
      action: input.verified ? 'app.verified' : 'app.unverified',
      target: input.clientId,
      ...(input.reason === null ? {} : { details: { reason: input.reason } }),
      origin: input.origin,
    });
  });
}
