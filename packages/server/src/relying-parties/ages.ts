import type { AgeBand, Rating } from '@pid/contract';
import type { Queryable, Tx } from '../platform/db/index.ts';
import type { App } from './apps.store.ts';

/** What the families slice knows about players, for logins. */
export interface LoginAges {
  /** Null without a birth month. */
  bandOf(db: Queryable, identityId: string): Promise<AgeBand | null>;
  /**
   * Whether the rules of the parents let a player use an app with this confirmed rating. If not, the parents are
   * told, in this transaction, that a login was refused.
   */
  admit(
    tx: Tx,
    player: { readonly id: string; readonly pid: string },
    app: { readonly clientId: string; readonly name: string; readonly rating: number | null },
  ): Promise<boolean>;
}

/** Ratings are stored as the age from which an app is suitable. */
export const writeRating = (rating: number | null): Rating | null =>
  rating === null ? null : (`${rating}+` as Rating);
export const readRating = (rating: Rating | null): number | null =>
  rating === null ? null : Number.parseInt(rating, 10);

/** An app with its confirmed rating. */
export const ratedApp = ({
  clientId,
  name,
  rating,
  ratingConfirmed,
}: Pick<App, 'clientId' | 'name' | 'rating' | 'ratingConfirmed'>) => ({
  clientId,
  name,
  rating: ratingConfirmed ? rating : null,
});
