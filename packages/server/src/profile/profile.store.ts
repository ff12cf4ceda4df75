import type { Reply } from '@pid/contract';
import type { Queryable, Tx } from '../platform/db/index.ts';

/** Fields of the contract; null where the player has not set one. */
export type Profile = Reply<'getProfile'>;

export const emptyProfile: Profile = {
  displayName: null,
  avatarUrl: null,
  bio: null,
  country: null,
  locale: null,
};
const columns = 'display_name as "displayName", avatar_url as "avatarUrl", bio, country, locale';

export async function insertProfile(tx: Tx, identityId: string, now: Date): Promise<void> {
  await tx.query('insert into profiles (identity_id, updated_at) values ($1, $2)', [identityId, now]);
}

export async function findProfile(db: Queryable, identityId: string): Promise<Profile | null> {
  const { rows } = await db.query<Profile>({
    name: 'find-profile',
    text: `select ${columns} from profiles where identity_id = $1`,
    values: [identityId],
  });
  return rows[0] ?? null;
}

/** Changes only the given fields; null clears one. */
export async function writeProfile(
  db: Queryable,
  identityId: string,
  changes: Partial<Profile>,
  now: Date,
): Promise<Profile> {
  const { rows } = await db.query<Profile>(
    `update profiles set
       display_name = case when $2::jsonb ? 'displayName' then $2 ->> 'displayName' else display_name end,
       avatar_url = case when $2 ? 'avatarUrl' then $2 ->> 'avatarUrl' else avatar_url end,
       bio = case when $2 ? 'bio' then $2 ->> 'bio' else bio end,
       country = case when $2 ? 'country' then $2 ->> 'country' else country end,
       locale = case when $2 ? 'locale' then $2 ->> 'locale' else locale end,
       updated_at = $3
     where identity_id = $1 returning ${columns}`,
    [identityId, JSON.stringify(changes), now],
  );
  return rows[0] ?? emptyProfile;
}

export async function eraseProfile(tx: Tx, identityId: string): Promise<void> {
  await tx.query('delete from profiles where identity_id = $1', [identityId]);
}
