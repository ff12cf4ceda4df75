import type { Queryable, Tx } from '../platform/db/index.ts';

export interface Profile {
  readonly displayName: string | null;
  readonly avatarUrl: string | null;
  readonly bio: string | null;
  readonly country: string | null;
  readonly locale: string | null;
}

interface ProfileRow {
  display_name: string | null;
  avatar_url: string | null;
  bio: string | null;
  country: string | null;
  locale: string | null;
}

const emptyProfile: Profile = { displayName: null, avatarUrl: null, bio: null, country: null, locale: null };
const columns = 'display_name, avatar_url, bio, country, locale';

function toProfile(row: ProfileRow | undefined): Profile {
  if (!row) return emptyProfile;
  return {
    displayName: row.display_name,
    avatarUrl: row.avatar_url,
    bio: row.bio,
    country: row.country,
    locale: row.locale,
  };
}

export async function insertProfile(tx: Tx, identityId: string, now: Date): Promise<void> {
  await tx.query('insert into profiles (identity_id, updated_at) values ($1, $2)', [identityId, now]);
}

export async function readProfile(db: Queryable, identityId: string): Promise<Profile> {
  const { rows } = await db.query<ProfileRow>(`select ${columns} from profiles where identity_id = $1`, [
    identityId,
  ]);
  return toProfile(rows[0]);
}

/** Changes only the fields that are given; null empties one. */
export async function updateProfile(
  db: Queryable,
  identityId: string,
  changes: Partial<Profile>,
  now: Date,
): Promise<Profile> {
  const { rows } = await db.query<ProfileRow>(
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
  return toProfile(rows[0]);
}

export async function eraseProfile(tx: Tx, identityId: string): Promise<void> {
  await tx.query('delete from profiles where identity_id = $1', [identityId]);
}
