import type { Queryable, Tx } from '../../platform/db/index.ts';
import { isClientId } from '../app-secret.ts';
import { isActive } from '../app-status.store.ts';
import type { Listed } from './describe-game.ts';

const columns = `a.client_id as "clientId", a.name, a.logo_url as "logoUrl", a.verified, a.texts, a.play_url as "playUrl", a.rating, a.rating_confirmed as "ratingConfirmed",
  (select c.id from app_covers c where c.client_id = a.client_id) as "coverId"`;

/** Lists verified, active apps with an address, newest first. Uses the index `apps_games`. */
export async function listListedGames(
  db: Queryable,
  afterClientId: string | null,
  limit: number,
): Promise<Listed[]> {
  const { rows } = await db.query<Listed>(
    `select ${columns} from apps a
     where a.verified and a.play_url is not null and ${isActive}
       and ($1::text is null or (a.created_at, a.client_id) < (select l.created_at, l.client_id from apps l where l.client_id = $1))
     order by a.created_at desc, a.client_id desc limit $2`,
    [afterClientId, limit],
  );
  return rows;
}

export interface PlayedGame extends Listed {
  readonly paused: boolean;
  readonly favourite: boolean;
  readonly connectedAt: Date | null;
  readonly lastPlayedAt: Date | null;
}

const ofPlayer = `select ${columns}, not (${isActive}) as paused, f.client_id is not null as favourite,
    g.granted_at as "connectedAt", g.last_login_at as "lastPlayedAt"
  from apps a
  left join app_grants g on g.client_id = a.client_id and g.identity_id = $1 and g.ended_at is null
  left join favourite_games f on f.client_id = a.client_id and f.identity_id = $1
  where a.deleted_at is null`;

/** Connected games and favourites, last played first. `after` is the last game of the previous page. */
export async function listGamesOfPlayer(
  db: Queryable,
  identityId: string,
  after: { readonly playedAt: string; readonly clientId: string } | null,
  limit: number,
): Promise<PlayedGame[]> {
  const { rows } = await db.query<PlayedGame>(
    `select * from (${ofPlayer} and a.client_id in (
         select client_id from app_grants where identity_id = $1 and ended_at is null
         union select client_id from favourite_games where identity_id = $1)) own
     where $2::timestamptz is null or (coalesce("lastPlayedAt", 'epoch'), "clientId") < ($2, $3::text)
     order by coalesce("lastPlayedAt", 'epoch') desc, "clientId" desc limit $4`,
    [identityId, after?.playedAt ?? null, after?.clientId ?? null, limit],
  );
  return rows;
}

/** Returns null if the app does not exist, or is neither verified, connected nor a favourite. */
export async function findGameOfPlayer(
  db: Queryable,
  identityId: string,
  clientId: string,
): Promise<PlayedGame | null> {
  if (!isClientId(clientId)) return null;
  const { rows } = await db.query<PlayedGame>(
    `${ofPlayer} and a.client_id = $2 and (a.verified or g.id is not null or f.client_id is not null)`,
    [identityId, clientId],
  );
  return rows[0] ?? null;
}

export async function countFavourites(tx: Tx, identityId: string): Promise<number> {
  const { rows } = await tx.query<{ count: bigint }>(
    'select count(*) as count from favourite_games where identity_id = $1',
    [identityId],
  );
  return Number(rows[0]!.count);
}

export async function insertFavourite(
  tx: Tx,
  favourite: { identityId: string; clientId: string; now: Date },
): Promise<void> {
  await tx.query(
    'insert into favourite_games (identity_id, client_id, at) values ($1, $2, $3) on conflict do nothing',
    [favourite.identityId, favourite.clientId, favourite.now],
  );
}

/** Returns false if the game was no favourite. */
export async function deleteFavourite(db: Queryable, identityId: string, clientId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from favourite_games where identity_id = $1 and client_id = $2',
    [identityId, clientId],
  );
  return rowCount === 1;
}

export async function deleteFavouritesOf(tx: Tx, identityId: string): Promise<void> {
  await tx.query('delete from favourite_games where identity_id = $1', [identityId]);
}

export async function listFavouritesOf(
  db: Queryable,
  identityId: string,
  limit: number,
): Promise<{ clientId: string; name: string; at: Date }[]> {
  const { rows } = await db.query<{ clientId: string; name: string; at: Date }>(
    `select f.client_id as "clientId", a.name, f.at from favourite_games f join apps a using (client_id)
     where f.identity_id = $1 order by f.at desc, f.client_id limit $2`,
    [identityId, limit],
  );
  return rows;
}
