import { writeRating } from '../ages.ts';
import type { App } from '../apps.store.ts';

/** The address of a cover on this service. */
export const coverPath = (id: string) => `/covers/${id}.jpg`;

export type Listed = Pick<
  App,
  | 'clientId'
  | 'name'
  | 'logoUrl'
  | 'coverId'
  | 'playUrl'
  | 'texts'
  | 'verified'
  | 'rating'
  | 'ratingConfirmed'
>;

/** Cover, texts and address appear only on a verified app, because the review covers them. */
export function describeGame(app: Listed) {
  return {
    client_id: app.clientId,
    name: app.name,
    logoUrl: app.logoUrl,
    verified: app.verified,
    cover: app.verified && app.coverId !== null ? coverPath(app.coverId) : null,
    texts: app.verified ? app.texts : {},
    playUrl: app.verified ? app.playUrl : null,
    rating: app.ratingConfirmed ? writeRating(app.rating) : null,
  };
}
