import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Needs } from '../platform/needs.ts';
import { appOwner, setVerified } from '../relying-parties/index.ts';

/** A badge that only administrators give: its app's users pay none of our own fees. */
export async function markVerified(
  deps: Needs<'db' | 'clock'>,
  input: {
    clientId: string;
    verified: boolean;
    reason: string | null;
    actor: string;
    /** The administrator's own identity; null for a machine or the command line. */
    deciderId: string | null;
    origin: AuditOrigin | null;
  },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const ownerId = await appOwner(tx, input.clientId);
    if (input.verified && ownerId !== null && ownerId === input.deciderId) throw refuse('own_app');
    if (!(await setVerified(tx, input.clientId, input.verified)))
      throw refuse('not_found', {}, 'No such app');
    await recordAudit(tx, {
      at: deps.clock.now(),
      identityId: ownerId,
      actor: input.actor,
      action: input.verified ? 'app.verified' : 'app.unverified',
      target: input.clientId,
      ...(input.reason === null ? {} : { details: { reason: input.reason } }),
      origin: input.origin,
    });
  });
}
