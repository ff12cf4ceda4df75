import { isActive } from './app-status.store.ts';
import type { Queryable, Tx } from '../platform/db/index.ts';
import type { Profile } from '../profile/index.ts';

export type Protocol = 'pid' | 'oidc';

export interface NewCode {
  readonly hash: Buffer;
  readonly protocol: Protocol;
  readonly clientId: string;
  readonly grantId: string;
  readonly identityId: string;
  readonly redirectUri: string;
  readonly redirectOrigin: string;
  readonly codeChallenge: string | null;
  readonly scope: string | null;
  readonly nonce: string | null;
  readonly authenticatedAt: Date;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Returns false, without issuing a code, if the identity or the app is not active. */
export async function insertCode(tx: Tx, code: NewCode): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into login_codes (hash, protocol, client_id, grant_id, identity_id, bearer_epoch, redirect_uri, redirect_origin, code_challenge, scope, nonce, authenticated_at, issued_at, expires_at)
     select $1, $2, $3, $4, i.id, i.bearer_epoch, $6, $7, $8, $9, $10, $11, $12, $13 from identity_facts i
     where i.id = $5 and i.status = 'active' and exists (select from apps a where a.client_id = $3 and ${isActive})`,
    [
      code.hash,
      code.protocol,
      code.clientId,
      code.grantId,
      code.identityId,
      code.redirectUri,
      code.redirectOrigin,
      code.codeChallenge,
      code.scope,
      code.nonce,
      code.authenticatedAt,
      code.now,
      code.expiresAt,
    ],
  );
  return rowCount === 1;
}

export interface Presentation {
  readonly hash: Buffer;
  readonly protocol: Protocol;
  readonly clientId: string;
  /** Hash of the secret that the client presents, or null. */
  readonly secretHash: Buffer | null;
  /** S256 of the presented verifier; null without a verifier. */
  readonly codeChallenge: string | null;
  /** Standard OpenID Connect repeats the address; null for PID's own login. */
  readonly redirectUri: string | null;
  /** Id of this exchange. After a lost connection, the same attempt finds its own result. */
  readonly attempt: string;
}

export interface SpentCode {
  readonly grant_id: string;
  readonly identity_id: string;
  readonly bearer_epoch: number;
  readonly handle: string;
  readonly scope: string | null;
  readonly nonce: string | null;
  readonly authenticated_at: Date;
}

/** A consumed code with the player's profile. */
export type ExchangedCode = SpentCode & Profile;

/** `unauthorized`: the secret is wrong or missing. `paused`: the app is paused. */
export type Refusal = 'invalid' | 'unauthorized' | 'paused';

/** Consumes codes and returns one outcome per code. */
export async function spendCodes(
  db: Queryable,
  codes: readonly Presentation[],
  now: Date,
): Promise<(ExchangedCode | Refusal)[]> {
  const { rows } = await db.query<ExchangedCode & { outcome: 'spent' | Refusal }>({
    name: 'spend-login-codes',
    text: `select outcome, grant_id, identity_id, bearer_epoch, handle, scope, nonce, authenticated_at, display_name as "displayName",
        avatar_url as "avatarUrl", bio, country, locale
      from spend_login_codes($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      codes.map(({ protocol }) => protocol),
      codes.map(({ hash }) => hash),
      codes.map(({ clientId }) => clientId),
      codes.map(({ secretHash }) => secretHash),
      codes.map(({ codeChallenge }) => codeChallenge),
      codes.map(({ redirectUri }) => redirectUri),
      codes.map(({ attempt }) => attempt),
      now,
    ],
  });
  return rows.map(({ outcome, ...code }) => (outcome === 'spent' ? code : outcome));
}

/** Undoes the exchange of this attempt. */
export async function unspendCode(
  db: Queryable,
  { hash, attempt }: Pick<Presentation, 'hash' | 'attempt'>,
): Promise<void> {
  await db.query('update login_codes set spent_at = null, attempt = null where hash = $1 and attempt = $2', [
    hash,
    attempt,
  ]);
}

export type CodeFlaw =
  | 'unknown'
  | 'wrong_client'
  | 'spent'
  | 'expired'
  | 'wrong_redirect_uri'
  | 'verifier_missing'
  | 'verifier_unexpected'
  | 'wrong_verifier'
  | 'secret_missing'
  | 'ended';

/** Finds out why a code could not be consumed. `ended`: the player disconnected or was suspended, or the address was removed. */
export async function findFlaw(db: Queryable, code: Presentation, now: Date): Promise<CodeFlaw> {
  const { rows } = await db.query<{ flaw: CodeFlaw }>(
    `select case when client_id <> $2 or protocol <> $6 then 'wrong_client' when spent_at is not null then 'spent' when expires_at <= $3 then 'expired'
       when redirect_uri <> $5 then 'wrong_redirect_uri' when code_challenge is not null and $4::text is null then 'verifier_missing'
       when code_challenge is null and $4 is not null then 'verifier_unexpected' when code_challenge <> $4 then 'wrong_verifier'
       when code_challenge is null and not $7 then 'secret_missing' else 'ended' end as flaw
     from login_codes where hash = $1`,
    [
      code.hash,
      code.clientId,
      now,
      code.codeChallenge,
      code.redirectUri,
      code.protocol,
      code.secretHash !== null,
    ],
  );
  return rows[0]?.flaw ?? 'unknown';
}

/** Returns whose code this is, or null if the app has no such code. */
export async function findIdentityOfCode(
  db: Queryable,
  clientId: string,
  hash: Buffer,
): Promise<string | null> {
  const { rows } = await db.query<{ identity_id: string }>(
    'select identity_id from login_codes where hash = $1 and client_id = $2',
    [hash, clientId],
  );
  return rows[0]?.identity_id ?? null;
}

/** Records the second use of a code. Returns its identity and app the first time, then null. */
export async function markReused(
  tx: Tx,
  hash: Buffer,
  now: Date,
): Promise<{ identity_id: string; client_id: string } | null> {
  const { rows } = await tx.query<{ identity_id: string; client_id: string }>(
    'update login_codes set reused_at = $2 where hash = $1 and spent_at is not null and reused_at is null returning identity_id, client_id',
    [hash, now],
  );
  return rows[0] ?? null;
}

/**
 * Finds the identity and app of a used code that is presented again with the proof required at its first use.
 * The sender is the client itself or a thief.
 */
export async function findRespent(
  tx: Tx,
  code: Presentation,
): Promise<{ identity_id: string; client_id: string } | null> {
  const { rows } = await tx.query<{ identity_id: string; client_id: string }>(
    `select c.identity_id, c.client_id from login_codes c join app_grants g on g.id = c.grant_id and g.ended_at is null
     where c.hash = $1 and c.protocol = $2 and c.client_id = $3 and c.spent_at is not null
       and c.code_challenge is not distinct from $4::text and (c.code_challenge is not null or $5::boolean)
       and exists (select from apps a where a.client_id = c.client_id and ($5::boolean or not a.require_secret))`,
    [code.hash, code.protocol, code.clientId, code.codeChallenge, code.secretHash !== null],
  );
  return rows[0] ?? null;
}

export async function deleteCodesOf(tx: Tx, identityId: string): Promise<void> {
  await tx.query('delete from login_codes where identity_id = $1', [identityId]);
}

export async function sweepLoginCodes(db: Queryable, expiredBefore: Date): Promise<void> {
  await db.query('delete from login_codes where expires_at < $1', [expiredBefore]);
}
