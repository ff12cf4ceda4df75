import { lockIdentity } from '../../identity/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { refuse } from '../../platform/errors/index.ts';
import type { UserCaller } from '../../platform/http/index.ts';
import type { Needs } from '../../platform/needs.ts';
import { countFavourites, deleteFavourite, findGameOfPlayer, insertFavourite } from './games.store.ts';

/** Of one player. */
const favouritesMax = 200;

/** Only a game that the player can see becomes a favourite. Marking it again changes nothing. */
export async function addFavouriteGame(
  { db, clock }: Needs<'db' | 'clock'>,
  { identityId }: UserCaller,
  clientId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Locking the player's row keeps the count correct for concurrent requests.
    await lockIdentity(tx, identityId);
    const game = await findGameOfPlayer(tx, identityId, clientId);
    if (!game) throw refuse('no_such_app');
    if (!game.favourite && (await countFavourites(tx, identityId)) >= favouritesMax)
      throw refuse('too_many_favourites');
    await insertFavourite(tx, { identityId, clientId, now: clock.now() });
  });
}

export async function removeFavouriteGame(
  db: Queryable,
  { identityId }: UserCaller,
  clientId: string,
): Promise<void> {
  if (!(await deleteFavourite(db, identityId, clientId))) throw refuse('no_such_app');
}
