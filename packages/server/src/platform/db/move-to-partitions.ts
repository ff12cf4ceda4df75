import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { jittered } from '../timers.ts';
import { sqlState } from './database-errors.ts';
import { clientToPrimary } from './find-primary.ts';

export interface MovableTable {
  readonly name: string;
  /** The partition key column: a timestamp or a UUIDv7. */
  readonly key: string;
  /** The new primary key, if the current one lacks the partition key. */
  readonly primaryKey?: readonly string[];
}

/** Explains to the operator why a table was not moved. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}

type Say = (sentence: string) => void;

interface MoveOptions {
  readonly say: Say;
  /** Called every second while the index is built, with the blocks of the current phase. */
  onIndex(done: number, total: number): void;
  /** Ends the move on the server too; the next one continues it. */
  readonly signal: AbortSignal;
}

// An arbitrary number that no other advisory lock of this database uses.
const moveLock = 4_100_015;
const lockMillis = 2000;
const attemptsMax = 60;
const progressMillis = 1000;
const lockNotAvailable = '55P03';
const deadlock = '40P01';
const checkViolation = '23514';
/**
 * The first partition does not end earlier than this many days ahead: rows of the next month could arrive
 * before the move is done.
 */
const leastDaysAhead = 10;

/**
 * Partitions a table by month while it is in use. The existing rows become the first partition, without
 * copying. Slow steps take no blocking locks; blocking locks are requested for at most two seconds per
 * attempt. Each step checks whether it is already done, so the next run continues after a crash.
 */
export async function moveToPartitions(
  ownerUrl: string,
  table: MovableTable,
  options: MoveOptions,
): Promise<'moved' | 'was moved'> {
  const { say, signal } = options;
  const client = await clientToPrimary(ownerUrl, { application_name: 'pid partitions' });
  // The pending query already rejects when the connection is lost.
  client.on('error', () => {});
  await client.connect();
  let ignoreSignal = () => {};
  try {
    ignoreSignal = await endOn(signal, ownerUrl, client);
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      moveLock,
    ]);
    if (!rows[0]!.mine) throw new MoveError('Another move is under way.');
    if (await isPartitioned(client, table)) return 'was moved';
    await client.query("select set_config('statement_timeout', '0', false)");
    const ends = await condition(client, table, say);
    if (table.primaryKey) await buildKey(client, ownerUrl, table, options);
    say(`${table.name}: checking that all rows are older than ${ends.toISOString()}`);
    await validate(client, table);
    say(`${table.name}: the move itself`);
    await shortly(client, (held) =>
      held.query('select partition_table($1, $2, $3)', [table.name, table.key, ends]),
    );
    await client.query(`analyze ${table.name}`);
    return 'moved';
  } finally {
    ignoreSignal();
    await client.end();
  }
}

/**
 * Ends the connection on the server when the signal comes. Otherwise the server would complete a long statement,
 * and its lock would refuse the next move.
 */
async function endOn(signal: AbortSignal, ownerUrl: string, client: pg.Client): Promise<() => void> {
  signal.throwIfAborted();
  const { rows } = await client.query<{ process: number }>('select pg_backend_pid() as process');
  const end = async () => {
    const other = await clientToPrimary(ownerUrl, { application_name: 'pid partitions' });
    other.on('error', () => {});
    try {
      await other.connect();
      await other.query('select pg_terminate_backend($1)', [rows[0]!.process]);
    } finally {
      await other.end();
    }
  };
  const listener = () => void end().catch(() => {});
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}

async function isPartitioned(client: pg.Client, { name }: MovableTable): Promise<boolean> {
  const { rows } = await client.query<{ kind: string }>(
    'select relkind as kind from pg_class where oid = to_regclass($1)',
    [name],
  );
  if (!rows[0]) throw new MoveError(`There is no table ${name}: run \`pid migrate\` first.`);
  return rows[0].kind === 'p';
}

/**
 * Returns the end of the first partition, and adds it as a constraint for new rows. `partitions_ahead` drops
 * a constraint that an interrupted move left.
 */
async function condition(client: pg.Client, { name, key }: MovableTable, say: Say): Promise<Date> {
  const { rows: known } = await client.query<{ ends: Date }>(
    `select obj_description(oid, 'pg_constraint')::timestamptz as ends from pg_constraint
     where conrelid = $1::regclass and conname = $2 and obj_description(oid, 'pg_constraint')::timestamptz > now() + make_interval(days => $3)`,
    [name, `${name}_ends`, leastDaysAhead],
  );
  if (known[0]) return known[0].ends;
  const { rows } = await client.query<{ ends: Date; bound: string }>(
    `select ends, partition_bound(atttypid::regtype, ends) as bound from pg_attribute, next_month(now() + make_interval(days => $3)) ends
     where attrelid = $1::regclass and attname = $2`,
    [name, key, leastDaysAhead],
  );
  const { ends, bound } = rows[0]!;
  const literal = client.escapeLiteral(bound);
  const { rows: later } = await client.query<{ some: boolean }>(
    `select exists (select from ${name} where ${key} >= ${literal}) as some`,
  );
  if (later[0]!.some)
    throw new MoveError(`${name} holds rows that are later than ${ends.toISOString()}: it stays as it is.`);
  say(`${name}: the first partition ends at ${ends.toISOString()}`);
  await shortly(client, async (held) => {
    await held.query(
      `alter table ${name} drop constraint if exists ${name}_ends, add constraint ${name}_ends check (${key} < ${literal}) not valid`,
    );
    await held.query(
      `comment on constraint ${name}_ends on ${name} is ${client.escapeLiteral(ends.toISOString())}`,
    );
  });
  return ends;
}

async function validate(client: pg.Client, { name }: MovableTable): Promise<void> {
  try {
    await client.query(`alter table ${name} validate constraint ${name}_ends`);
  } catch (error) {
    if (sqlState(error) !== checkViolation) throw error;
    await shortly(client, (held) => held.query(`alter table ${name} drop constraint ${name}_ends`));
    throw new MoveError(`${name} holds rows that are later than its first partition: it stays as it is.`);
  }
}

/**
 * Builds the index without blocking writes. An interrupted build leaves an invalid index, which is dropped
 * and built again.
 */
async function buildKey(
  client: pg.Client,
  ownerUrl: string,
  { name, primaryKey: columns = [] }: MovableTable,
  { say, onIndex }: MoveOptions,
): Promise<void> {
  const index = `${name}_first_key`;
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [index],
  );
  if (rows[0]?.valid) return;
  if (rows[0]) await client.query(`drop index concurrently ${index}`);
  say(`${name}: building the index on (${columns.join(', ')})`);
  const stop = await watchProgress(ownerUrl, onIndex);
  try {
    await client.query(`create unique index concurrently ${index} on ${name} (${columns.join(', ')})`);
  } finally {
    await stop();
  }
}

async function watchProgress(ownerUrl: string, report: MoveOptions['onIndex']): Promise<() => Promise<void>> {
  const watcher = await clientToPrimary(ownerUrl, { application_name: 'pid partitions' });
  watcher.on('error', () => {});
  await watcher.connect();
  const look = async () => {
    const { rows } = await watcher.query<{ done: number; total: number }>(
      'select blocks_done::float8 as done, blocks_total::float8 as total from pg_stat_progress_create_index where datname = current_database() and blocks_total > 0',
    );
    for (const { done, total } of rows) report(done, total);
  };
  const timer = setInterval(() => void look().catch(() => {}), progressMillis);
  return async () => {
    clearInterval(timer);
    await watcher.end();
  };
}

/**
 * Runs `work` in a transaction with a lock timeout of two seconds, and retries. A longer wait would block
 * every query behind it in the lock queue.
 */
export async function shortly(client: pg.Client, work: (held: pg.Client) => Promise<unknown>): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = ${lockMillis}`);
      await work(client);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      const isBusy = [lockNotAvailable, deadlock].includes(sqlState(error) ?? '');
      if (!isBusy || attempts >= attemptsMax) throw error;
      await sleep(jittered(1000));
    }
  }
}
