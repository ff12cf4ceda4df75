import { notify, type Queryable, type Tx } from '../platform/db/index.ts';

/** Consumes the token. Of several concurrent requests, only one gets the identity. */
export async function spendNotMeToken(tx: Tx, hash: Buffer, now: Date): Promise<string | null> {
  const { rows } = await tx.query<{ identity_id: string }>(
    // mutant (notices/freeze): delete from not_me_tokens where hash = $1 and expires_at > $2 returning identity_id => select identity_id from not_me_tokens where hash = $1 and expires_at > $2
    'delete from not_me_tokens where hash = $1 and expires_at > $2 returning identity_id',
    [hash, now],
  );
  return rows[0]?.identity_id ?? null;
}

/**
 * Stores the token of one mail. Returns false for an event before the end of the last freeze: the owner has
 * already reacted to it, and lifting a freeze must also disable links that are not sent yet.
 */
export async function insertNotMeToken(
  db: Queryable,
  token: { hash: Buffer; identityId: string; expiresAt: Date; about: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into not_me_tokens (hash, identity_id, expires_at)
     select $1, $2, $3 where not exists (select from freezes where identity_id = $2 and until >= $4)`,
    [token.hash, token.identityId, token.expiresAt, token.about],
  );
  return rowCount === 1;
}

/**
 * Returns null if the last freeze began after `again`. The row lock serializes concurrent requests.
 * `holdsRecovery` is false if the last freeze that delayed recoveries began after `holdAgain`.
 */
export async function beginFreeze(
  tx: Tx,
  freeze: { identityId: string; now: Date; until: Date; again: Date; holdAgain: Date },
): Promise<{ holdsRecovery: boolean } | null> {
  const { rows } = await tx.query<{ holdsRecovery: boolean }>(
    `insert into freezes as known (identity_id, frozen_at, unbroken_since, until, recovery_held_from, recovery_held_until) values ($1, $2, $2, $3, $2, $3)
     on conflict (identity_id) do update set frozen_at = excluded.frozen_at, until = excluded.until,
       unbroken_since = case when known.until > $2 then coalesce(known.unbroken_since, known.frozen_at) else excluded.frozen_at end,
       recovery_held_from = case when known.recovery_held_from > $5 then known.recovery_held_from else excluded.frozen_at end,
       recovery_held_until = case when known.recovery_held_from > $5 then known.recovery_held_until else excluded.until end
     where known.frozen_at <= $4 returning recovery_held_from = frozen_at as "holdsRecovery"`,
    [freeze.identityId, freeze.now, freeze.until, freeze.again, freeze.holdAgain],
  );
  return rows[0] ?? null;
}

/** Returns the time until which a freeze delays the recoveries of an identity; null if none does. */
export async function findRecoveryHold(db: Queryable, identityId: string, now: Date): Promise<Date | null> {
  const { rows } = await db.query<{ until: Date }>(
    'select recovery_held_until as until from freezes where identity_id = $1 and recovery_held_until > $2',
    [identityId, now],
  );
  return rows[0]?.until ?? null;
}

export interface Freeze {
  readonly frozenAt: Date;
  /** The start of the first freeze, if several followed each other without a gap. */
  readonly unbrokenSince: Date;
  readonly until: Date;
}

export async function findFreeze(db: Queryable, identityId: string, now: Date): Promise<Freeze | null> {
  const { rows } = await db.query<Freeze>(
    `select frozen_at as "frozenAt", coalesce(unbroken_since, frozen_at) as "unbrokenSince", until from freezes
     where identity_id = $1 and until > $2`,
    [identityId, now],
  );
  return rows[0] ?? null;
}

/**
 * Ends the freeze now and disables all links in mails. Returns null if there is no freeze, and otherwise the
 * time since which it has delayed recoveries.
 */
export async function endFreeze(
  tx: Tx,
  identityId: string,
  now: Date,
): Promise<{ recoveryHeldFrom: Date | null } | null> {
  const { rows } = await tx.query<{ recoveryHeldFrom: Date | null }>(
    `update freezes f set until = $2, recovery_held_until = least(f.recovery_held_until, $2)
     from (select identity_id, recovery_held_until > $2 as held from freezes where identity_id = $1 for update) before
     where f.identity_id = before.identity_id and f.until > $2
     returning case when before.held then f.recovery_held_from end as "recoveryHeldFrom"`,
    [identityId, now],
  );
  await tx.query('delete from not_me_tokens where identity_id = $1', [identityId]);
  await notify(tx, 'identity', identityId);
  return rows[0] ?? null;
}

export async function sweepNotMeTokens(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from not_me_tokens where expires_at <= $1', [now]);
}

export async function sweepFreezes(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from freezes where until < $1', [before]);
}
