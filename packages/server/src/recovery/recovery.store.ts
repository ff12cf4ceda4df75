import type { Queryable, Tx } from '../platform/db/index.ts';
import { lapsesBefore, type Mode, type OpenAttempt } from './recovery-states.ts';

export interface Attempt extends OpenAttempt {
  readonly identityId: string;
  readonly state: 'open' | 'cancelled' | 'finished';
  /** How long the owner can object, counted from the first notice. */
  readonly delaySeconds: number;
  readonly toldAt: Date;
}

interface AttemptRow extends Omit<Attempt, 'policyNonce'> {
  readonly policyNonce: string | null;
}

const columns = `id, identity_id as "identityId", mode, state, compressed_key as "compressedKey", policy_nonce::text as "policyNonce",
  delay_seconds as "delaySeconds", started_at as "startedAt", ready_at as "readyAt", restarted_at as "restartedAt", taken_at as "takenAt",
  told_at as "toldAt", session_id as "sessionId"`;

function toAttempt(row: AttemptRow): Attempt {
  return { ...row, policyNonce: row.policyNonce === null ? null : BigInt(row.policyNonce) };
}

export interface NewAttempt {
  readonly id: string;
  readonly identityId: string;
  readonly mode: Mode;
  readonly compressedKey: Uint8Array;
  readonly policyNonce: bigint;
  readonly delaySeconds: number;
  /** Null for an attempt started without the service. */
  readonly sessionId: string | null;
  readonly readyAt: Date | null;
  readonly now: Date;
}

/**
 * Null when an attempt with the same key is open, or any attempt in database mode: the unique indexes decide
 * between concurrent inserts.
 */
export async function insertAttempt(tx: Queryable, attempt: NewAttempt): Promise<Attempt | null> {
  const { rows } = await tx.query<AttemptRow>(
    `insert into recovery_attempts (id, identity_id, mode, state, compressed_key, policy_nonce, delay_seconds, session_id, started_at,
       ready_at, told_at)
     values ($1, $2, $3, 'open', $4, $5, $6, $7, $8, $9, $8) on conflict do nothing returning ${columns}`,
    [
      attempt.id,
      attempt.identityId,
      attempt.mode,
      Buffer.from(attempt.compressedKey),
      attempt.policyNonce.toString(),
      attempt.delaySeconds,
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

/** The first attempt with this key, whatever its state: the owner was notified of it then. */
export async function findFirstTold(
  db: Queryable,
  identityId: string,
  compressedKey: Buffer,
): Promise<Attempt | null> {
  const { rows } = await db.query<AttemptRow>(
    `select ${columns} from recovery_attempts where identity_id = $1 and compressed_key = $2 order by started_at limit 1`,
    [identityId, compressedKey],
  );
  return rows[0] ? toAttempt(rows[0]) : null;
}

export async function listOpenAttempts(db: Queryable, identityIds: readonly string[]): Promise<Attempt[]> {
  const { rows } = await db.query<AttemptRow>(
    `select ${columns} from recovery_attempts where identity_id = any($1) and state = 'open' order by started_at, id`,
    [identityIds],
  );
  return rows.map(toAttempt);
}

/** The next open attempts of all identities, ordered by id. */
export async function listAllOpen(db: Queryable, after: string, limit: number): Promise<Attempt[]> {
  const { rows } = await db.query<AttemptRow>(
    `select ${columns} from recovery_attempts where state = 'open' and id > $1 order by id limit $2`,
    [after, limit],
  );
  return rows.map(toAttempt);
}

/** How many attempts were started since then: by one session, or by all sessions of the identity. */
export async function countStarts(
  db: Queryable,
  input: { readonly identityId: string; readonly sessionId: string | null; readonly since: Date },
): Promise<number> {
  const { rows } = await db.query<{ count: bigint }>(
    `select count(*) as count from recovery_attempts
     where identity_id = $1 and started_at > $3 and session_id is not null and ($2::uuid is null or session_id = $2)`,
    [input.identityId, input.sessionId, input.since],
  );
  return Number(rows[0]?.count ?? 0n);
}

/**
 * Only the caller that changes the state gets the attempt and carries out the consequences; all others get
 * null.
 */
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

/** Cancels attempts in database mode that were ready and not finished in time. */
export async function lapseAttempts(tx: Tx, now: Date): Promise<Attempt[]> {
  const { rows } = await tx.query<AttemptRow>(
    `update recovery_attempts set state = 'cancelled', settled_at = $1
     where state = 'open' and mode = 'database' and ready_at <= $2 returning ${columns}`,
    [now, lapsesBefore(now)],
  );
  return rows.map(toAttempt);
}

/** Finishes the open attempt with this key, if there is one. */
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

/** Cancels all other open attempts. */
export async function settleOthers(tx: Tx, identityId: string, now: Date): Promise<void> {
  await tx.query(
    `update recovery_attempts set state = 'cancelled', settled_at = $2 where identity_id = $1 and state = 'open'`,
    [identityId, now],
  );
}

/**
 * Stores that finalized blocks show the threshold reached, under a policy of this nonce. The attempt may have
 * started under a later policy that a fork dropped.
 */
export async function setRunning(
  tx: Tx,
  id: string,
  { readyAt, policyNonce }: { readyAt: Date; policyNonce: bigint },
): Promise<void> {
  await tx.query('update recovery_attempts set ready_at = $2, policy_nonce = $3 where id = $1', [
    id,
    readyAt,
    policyNonce.toString(),
  ]);
}

export async function restartDelay(tx: Tx, id: string, readyAt: Date, now: Date): Promise<void> {
  await tx.query(
    'update recovery_attempts set ready_at = $2, restarted_at = coalesce(restarted_at, $3) where id = $1',
    [id, readyAt, now],
  );
}

/** The chain has decided, but a freeze delays the installation of the passkey. */
export async function markTaken(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.query('update recovery_attempts set taken_at = $2 where id = $1', [id, now]);
}

/** True once per reminder, for the node that comes first. */
export async function takeTelling(tx: Tx, id: string, before: Date, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update recovery_attempts set told_at = $3 where id = $1 and state = 'open' and told_at <= $2`,
    [id, before, now],
  );
  return rowCount === 1;
}

export async function eraseRecovery(tx: Tx, identityId: string): Promise<void> {
  for (const table of ['attempts', 'passkeys', 'sights', 'guardians', 'policies'])
    await tx.query(`delete from recovery_${table} where identity_id = $1`, [identityId]);
}
