import type { Rating } from '@pid/contract';
import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Needs } from '../platform/needs.ts';
import { confirmRatingOf, hasEverBelonged, writeRating } from '../relying-parties/index.ts';

interface RatingInput {
  readonly clientId: string;
  readonly confirmed: boolean;
  /** The rating that the administrator has seen; undefined if they do not say. */
  readonly seen: Rating | null | undefined;
  readonly reason: string | null;
  readonly actor: string;
  /** The administrator's identity; null for a machine. */
  readonly deciderId: string | null;
  readonly origin: AuditOrigin | null;
}

/** Only confirmed ratings count for children. */
export async function confirmRating(deps: Needs<'db' | 'clock'>, input: RatingInput) {
  const { clientId, confirmed, deciderId, reason } = input;
  return deps.db.transaction(async (tx) => {
    const app = await confirmRatingOf(tx, clientId, confirmed);
    if (!app) throw refuse('no_such_app');
    if (confirmed && deciderId !== null && (await hasEverBelonged(tx, clientId, deciderId)))
      throw refuse('own_app');
    if (confirmed && app.rating === null) throw refuse('rating_missing');
    const rating = writeRating(app.rating);
    if (confirmed && input.seen !== undefined && input.seen !== rating) throw refuse('app_changed');
    await recordAudit(tx, {
      at: deps.clock.now(),
      identityId: app.ownerId,
      actor: input.actor,
      action: confirmed ? 'app.rating_confirmed' : 'app.rating_unconfirmed',
      target: clientId,
      details: { rating, ...(reason === null ? {} : { reason }) },
      origin: input.origin,
    });
    return { client_id: clientId, rating, ratingConfirmed: confirmed };
  });
}
