import type { Queryable, Tx } from '../platform/db/index.ts';
import { sha256 } from '../platform/hash.ts';
import { coverPath } from './games/describe-game.ts';
import { findApp, listAppsById, lockApp, type App } from './apps.store.ts';

export type ReviewedApp = Pick<
  App,
  | 'clientId'
  | 'ownerId'
  | 'name'
  | 'logoUrl'
  | 'playUrl'
  | 'texts'
  | 'origins'
  | 'redirectUris'
  | 'deviceFlow'
  | 'feeBps'
  | 'feeFlat'
  | 'verified'
> & {
  /** Path of the cover on this service; null without a cover. */
  readonly cover: string | null;
  /** Hash of the owner and of all fields whose change can remove the badge. */
  readonly version: string;
};

/** Returns the fields that an administrator reviews to verify an app, or null if the app does not exist. */
export async function appForReview(db: Queryable, clientId: string): Promise<ReviewedApp | null> {
  const app = await findApp(db, clientId);
  return app && review(app);
}

/** The same for several apps, in no particular order. Deleted apps are left out. */
export async function appsForReview(db: Queryable, clientIds: readonly string[]): Promise<ReviewedApp[]> {
  return (await listAppsById(db, clientIds)).map(review);
}

/** The same, and locks the app against changes until the transaction ends. */
export async function lockForReview(tx: Tx, clientId: string): Promise<ReviewedApp | null> {
  const app = await lockApp(tx, clientId);
  return app && review(app);
}

function review(app: App): ReviewedApp {
  const { clientId, ownerId, verified, ...rest } = app;
  const { name, logoUrl, playUrl, texts, origins, redirectUris, deviceFlow, feeBps, feeFlat } = rest;
  const cover = rest.coverId === null ? null : coverPath(rest.coverId);
  // mutant (relying-parties/games/games): cover, playUrl, texts, => nothing
  const looks = { cover, playUrl, texts, name, logoUrl, origins, redirectUris, deviceFlow, feeBps, feeFlat };
  const version = sha256(JSON.stringify({ ownerId, ...looks }))
    .toString('hex')
    .slice(0, 32);
  return { clientId, ownerId, verified, ...looks, version };
}
