import type { HeldPasskey } from '../credentials/index.ts';
import type { Queryable, Tx } from '../platform/db/index.ts';

export interface Attempt {
  readonly id: string;
  readonly identityId: string;
  readonly mode: 'chain' | 'database';
  readonly state: 'open' | 'cancelled' | 'finished';
  readonly compressedKey: Buffer;
  /** Null for one that was begun past us. */
  readonly passkey: HeldPasskey | null;
  readonly startedAt: Date;
  readonly readyAt: Date | null;
  readonly toldAt: Date;
}

interface AttemptRow extends Omit<Attempt, 'passkey'> {
  readonly passkey: StoredPasskey | null;
}

/** JSON has no bytes. */
interface StoredPasskey extends Omit<HeldPasskey, 'coseKey' | 'rpIdHash' | 'compressedKey' | 'transports'> {
  readonly coseKey: string;
  readonly rpIdHash: string;
  readonly transports: string[];
}

const columns = `id, identity_id as "identityId", mode, state, compressed_key as "compressedKey", passkey,
  started_at as "startedAt", ready_at as "readyAt", told_at as "toldAt"`;

function toAttempt({ passkey, ...row }: AttemptRow): Attempt {
  const held = passkey && {
    ...passkey,
    coseKey: Buffer.from(passkey.coseKey, 'base64url'),
    rpIdHash: Buffer.from(passkey.rpIdHash, 'base64url'),
    compressedKey: row.compressedKey,
  };
  return { ...row, passkey: held };
}

export interface NewAttempt {
  readonly id: string;
  readonly identityId: string;
  readonly mode: Attempt['mode'];
  readonly compressedKey: Uint8Array;
  readonly passkey: HeldPasskey | null;
  readonly sessionId: string | null;
  readonly readyAt: Date | null;
  readonly now: Date;
}

/** Null when one of the same key, or without guardians any, is open: the unique indexes decide between several at once. */
export async function insertAttempt(tx: Queryable, attempt: NewAttempt): Promise<Attempt | null> {
  const { passkey } = attempt;
  const stored = passkey && {
    ...passkey,
    compressedKey: undefined,
    coseKey: passkey.coseKey.toString('base64url'),
    rpIdHash: passkey.rpIdHash.toString('base64url'),
  };
  const { rows } = await tx.query<AttemptRow>(
    `insert into recovery_attempts (id, identity_id, mode, state, compressed_key, passkey, session_id, started_at, ready_at, told_at)
     values ($1, $2, $3, 'open', $4, $5, $6, $7, $8, $7) on conflict do nothing returning ${columns}`,
    [
      attempt.id,
      attempt.identityId,
      attempt.mode,
      Buffer.from(attempt.compressedKey),
      stored && JSON.stringify(stored),
      attempt.sessionId,
      attempt.now,
      attempt.readyAt,
    ],
  );
  return rows[0] ? toAttempt(rows[0]) : null;
}

export async function findAttempt(db: Queryable, id: string): Promise<Attempt | null> {
  const { rows } = await db.query<AttemptRow>(`select ${columns} from recovery_attempts where id = $1`, [id]);
  return rows[0] ? toAttempt(rows[0]) : null;
}

export async function listOpenAttempts(db: Queryable, identityIds: readonly string[]): Promise<Attempt[]> {
  const { rows } = await db.query<AttemptRow>(
    `select ${columns} from recovery_attempts where identity_id = any($1) and state = 'open' order by started_at, id`,
    [identityIds],
  );
  return rows.map(toAttempt);
}

/** Of every identity, in the order of their ids from `after` on: in turn, so that however many others are open each is reached. */
export async function listAllOpen(db: Queryable, after: string, limit: number): Promise<Attempt[]> {
  const { rows } = await db.query<AttemptRow>(
    `select ${columns} from recovery_attempts where state = 'open' and id > $1 order by id limit $2`,
    [after, limit],
  );
  return rows.map(toAttempt);
}

export async function countAttempts(db: Queryable, identityId: string, since: Date): Promise<number> {
  const { rows } = await db.query<{ count: bigint }>(
    `select count(*) as count from recovery_attempts where identity_id = $1 and started_at > $2 and passkey is not null`,
    [identityId, since],
  );
  return Number(rows[0]?.count ?? 0n);
}

/** Whoever changes the state carries out what follows; null for everybody else. */
export async function settleAttempt(
  tx: Tx,
  id: string,
  state: 'cancelled' | 'finished',
  now: Date,
): Promise<Attempt | null> {
  const { rows } = await tx.query<AttemptRow>(
    `update recovery_attempts set state = $2, settled_at = $3 where id = $1 and state = 'open' returning ${columns}`,
    [id, state, now],
  );
  return rows[0] ? toAttempt(rows[0]) : null;
}

/** What time alone would have decided and nobody has finished in thirty days is over: a session of next year does not find it ready. */
export async function lapseAttempts(tx: Tx, now: Date): Promise<Attempt[]> {
  const { rows } = await tx.query<AttemptRow>(
    `update recovery_attempts set state = 'cancelled', settled_at = $1
     where state = 'open' and mode = 'database' and ready_at + interval '30 days' <= $1 returning ${columns}`,
    [now],
  );
  return rows.map(toAttempt);
}

/** That of this key, if it was open: it came to its end, whoever sent the finish. */
export async function finishByKey(
  tx: Tx,
  identityId: string,
  compressedKey: Buffer,
  now: Date,
): Promise<void> {
  await tx.query(
    `update recovery_attempts set state = 'finished', settled_at = $3 where identity_id = $1 and compressed_key = $2 and state = 'open'`,
    [identityId, compressedKey, now],
  );
}

/** Ends whatever else is open. */
export async function settleOthers(tx: Tx, identityId: string, now: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `update recovery_attempts set state = 'cancelled', settled_at = $2 where identity_id = $1 and state = 'open'`,
    [identityId, now],
  );
  return rowCount ?? 0;
}

/**
 * Opens what was cancelled at this very moment. Where a recovery of the same key was found on the chain meanwhile, that one goes on, with the
 * passkey that was held for the first.
 */
export async function reopenAttempts(
  tx: Tx,
  identityId: string,
  cancelledAt: Date,
  now: Date,
): Promise<Attempt[]> {
  await tx.query(
    `update recovery_attempts o set passkey = c.passkey, session_id = c.session_id from recovery_attempts c
     where o.identity_id = $1 and o.state = 'open' and o.passkey is null
       and c.identity_id = $1 and c.state = 'cancelled' and c.settled_at = $2 and c.compressed_key = o.compressed_key`,
    [identityId, cancelledAt],
  );
  const { rows } = await tx.query<AttemptRow>(
    `update recovery_attempts c set state = 'open', settled_at = null, told_at = $3
     where c.identity_id = $1 and c.state = 'cancelled' and c.settled_at = $2 and not exists (
       select from recovery_attempts o where o.identity_id = $1 and o.state = 'open'
         and (o.compressed_key = c.compressed_key or (o.mode = 'database' and c.mode = 'database')))
     returning ${columns}`,
    [identityId, cancelledAt, now],
  );
  return rows.map(toAttempt);
}

/** Remembers from when on it can be finished; false when that is known. */
export async function setReadyAt(tx: Tx, id: string, readyAt: Date | null): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update recovery_attempts set ready_at = $2 where id = $1 and state = 'open' and ready_at is distinct from $2`,
    [id, readyAt],
  );
  return rowCount === 1;
}

/** Once between two tellings, whichever node comes first. */
export async function takeTelling(tx: Tx, id: string, before: Date, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update recovery_attempts set told_at = $3 where id = $1 and state = 'open' and told_at <= $2`,
    [id, before, now],
  );
  return rowCount === 1;
}

export async function eraseRecovery(tx: Tx, identityId: string): Promise<void> {
  await tx.query('delete from recovery_attempts where identity_id = $1', [identityId]);
  await tx.query('delete from recovery_guardians where identity_id = $1', [identityId]);
  await tx.query('delete from recovery_policies where identity_id = $1', [identityId]);
}
