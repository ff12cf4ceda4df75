import type { Tx } from '../platform/db/index.ts';
import { lockApp, writeRatingConfirmed, type App } from './apps.store.ts';

/**
 * Confirms the rating of an app as it is now, or takes the confirmation back. Returns the app before the change, or
 * null if there is none. An app without a rating stays unconfirmed.
 */
export async function confirmRatingOf(tx: Tx, clientId: string, confirmed: boolean): Promise<App | null> {
  const app = await lockApp(tx, clientId);
  if (app && (app.rating !== null || !confirmed)) await writeRatingConfirmed(tx, clientId, confirmed);
  return app;
}
