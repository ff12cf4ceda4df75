import type { Queryable, Tx } from '../platform/db/index.ts';

export interface LoginRow {
  id: string;
  identity_id: string;
  provider: string;
  issuer: string;
  subject: string;
  email: string;
  is_email_unverified: boolean;
  linked_at: Date;
  last_login_at: Date;
}

export interface NewLogin {
  readonly id: string;
  readonly identityId: string;
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly isEmailUnverified?: boolean;
  readonly now: Date;
}

/**
 * Returns false if the login already belongs to an identity; the unique index decides between concurrent
 * calls.
 */
export async function insertLogin(tx: Tx, login: NewLogin): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into provider_logins (id, identity_id, provider, issuer, subject, email, is_email_unverified, linked_at, last_login_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8) on conflict (issuer, subject) do nothing`,
    [
      login.id,
      login.identityId,
      login.provider,
      login.issuer,
      login.subject,
      login.email,
      login.isEmailUnverified ?? false,
      login.now,
    ],
  );
  return rowCount === 1;
}

/** Whether a player signed in with the development provider, which lets anyone sign in as anyone. */
export async function hasDevelopmentLogins(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ has: boolean }>(
    "select exists (select from provider_logins where issuer ~ '^https?://(localhost|127[.][0-9.]+|[[]::1])(:[0-9]+)?/development-provider$') as has",
  );
  return rows[0]!.has;
}

/**
 * Records a sign-in and returns the login's identity. The email address is updated from the provider; it
 * identifies no player.
 */
export async function touchLogin(
  tx: Tx,
  login: { issuer: string; subject: string; email: string; isEmailUnverified: boolean; now: Date },
): Promise<LoginRow | null> {
  const { rows } = await tx.query<LoginRow>(
    'update provider_logins set last_login_at = $3, email = $4, is_email_unverified = $5 where issuer = $1 and subject = $2 returning *',
    [login.issuer, login.subject, login.now, login.email, login.isEmailUnverified],
  );
  return rows[0] ?? null;
}

export async function listLogins(db: Queryable, identityId: string): Promise<LoginRow[]> {
  const { rows } = await db.query<LoginRow>(
    'select * from provider_logins where identity_id = $1 order by linked_at, id',
    [identityId],
  );
  return rows;
}

export async function listLoginsOf(
  db: Queryable,
  identityIds: readonly string[],
): Promise<(LoginRow & { identity_id: string })[]> {
  const { rows } = await db.query<LoginRow & { identity_id: string }>(
    'select * from provider_logins where identity_id = any($1) order by linked_at, id',
    [identityIds],
  );
  return rows;
}

export async function deleteLogin(tx: Tx, identityId: string, id: string): Promise<LoginRow | null> {
  const { rows } = await tx.query<LoginRow>(
    'delete from provider_logins where id = $1 and identity_id = $2 returning *',
    [id, identityId],
  );
  return rows[0] ?? null;
}

export async function deleteLogins(tx: Tx, identityId: string): Promise<LoginRow[]> {
  const { rows } = await tx.query<LoginRow>(
    'delete from provider_logins where identity_id = $1 returning *',
    [identityId],
  );
  return rows;
}

export async function burn(tx: Tx, hashes: readonly Buffer[], now: Date): Promise<void> {
  await tx.query(
    'insert into burnt_credentials (hash, burnt_at) select hash, $2 from unnest($1::bytea[]) as burnt (hash) on conflict do nothing',
    [hashes, now],
  );
}

export async function isBurnt(db: Queryable, hash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query('select from burnt_credentials where hash = $1', [hash]);
  return rowCount === 1;
}

export async function countBurnt(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: bigint }>('select count(*) from burnt_credentials');
  return Number(rows[0]!.count);
}

/**
 * The address for mails about the identity. An address that the provider has not verified may belong to
 * someone else.
 */
export function mailAddressOf(login: Pick<LoginRow, 'email' | 'is_email_unverified'>): string | null {
  return login.email === '' || login.is_email_unverified ? null : login.email;
}
