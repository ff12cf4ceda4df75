import { randomBytes, randomUUID } from 'node:crypto';
import { firstFeeRule } from '../../packages/server/src/ledger/index.ts';
import { openSendLane, type SendLane } from '../../packages/server/src/ledger/send-lane.ts';
import { systemClock } from '../../packages/server/src/platform/clock.ts';
import { openDatabase, type Database } from '../../packages/server/src/platform/db/index.ts';
import { randomIds } from '../../packages/server/src/platform/ids.ts';
import { createLogger } from '../../packages/server/src/platform/log.ts';
import { at } from './results.ts';
import type { WorldDatabase } from './world.ts';
import { newPostingId } from '../../packages/server/src/ledger/posting-id.ts';

const accounts = 10_000;
/** The public log takes postings of at most 255 entries. */
const accountsPerTopUp = 100;
const openingBalance = 1_000_000_000n;
// No send reaches these limits, so none needs step-up. The measured posting still includes the checks of the
// limits.
const limits = { stepUpAmount: 10n ** 15n, dailyLimit: 10n ** 15n, timeZone: 'Asia/Jakarta' };
const clearing = 9_000_000_000_000_000_002n;
const fees = 9_000_000_000_000_000_001n;

export interface LedgerBench {
  readonly db: Database;
  readonly lane: SendLane;
  /** Returns two different accounts. A few accounts are chosen often. */
  pair(): [bigint, bigint];
  emulateFlush(on: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Expects an empty, migrated database. */
export async function openLedgerBench({
  url,
  owner,
}: Pick<WorldDatabase, 'url' | 'owner'>): Promise<LedgerBench> {
  const db = openDatabase({ connectionString: url, poolSize: 40, log: createLogger('silent') });
  await db.query(
    `insert into ledger_accounts (id, kind, identity_id, created_at) select nextval('ledger_account_ids'), 'identity', gen_random_uuid(), now() from generate_series(1, ${accounts})`,
  );
  for (let first = 0; first < accounts; first += accountsPerTopUp)
    await db.query(
      `select ledger_write(now(), $1, 'topup', null, null, null, $2, 0, 0, 0, null, null, array_append(ids, $3::bigint), array_append(array_fill($4::bigint, array[cardinality(ids)]), -$2::bigint))
       from (select array_agg(id order by id) as ids from (select id from ledger_accounts where kind = 'identity' order by id offset $5 limit $6) a) a`,
      [
        randomUUID(),
        openingBalance * BigInt(accountsPerTopUp),
        clearing,
        openingBalance,
        first,
        accountsPerTopUp,
      ],
    );
  await owner.query('vacuum analyze');
  const weights = cumulativeWeights();
  return {
    db,
    lane: openSendLane({
      db,
      clock: systemClock,
      ids: randomIds,
      feeRule: firstFeeRule,
      balanceMax: 10n ** 15n,
      limits,
    }),
    pair() {
      const payer = pick(weights);
      let payee = pick(weights);
      while (payee === payer) payee = pick(weights);
      return [payer, payee];
    },
    async emulateFlush(on) {
      await owner.query(`alter system set commit_delay = ${on ? 1000 : 0}`);
      await owner.query(`alter system set commit_siblings = ${on ? 0 : 5}`);
      await owner.query('select pg_reload_conf()');
    },
    close: () => db.close(),
  };
}

export interface EngineResult {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
}

export function runEngine(bench: LedgerBench, inFlight: number, seconds: number): Promise<EngineResult> {
  return load(inFlight, seconds, async () => {
    const [payer, payee] = bench.pair();
    const order = {
      id: newPostingId(systemClock, randomIds),
      payer,
      payee,
      app: null,
      amount: 1000n,
      globalFee: 100n,
      appFee: 0n,
      key: { key: randomUUID(), requestHash: randomBytes(32) },
      note: null,
      proof: 'none' as const,
    };
    const { outcome } = await bench.lane.post(order);
    if (outcome !== 'posted') throw new Error(`a send was ${outcome}`);
  });
}

/** The same send as most services write it: one transaction with a statement for each step. */
export function runMultiStatement(
  bench: LedgerBench,
  clients: number,
  seconds: number,
): Promise<EngineResult> {
  return load(clients, seconds, async () => {
    const [payer, payee] = bench.pair();
    const id = newPostingId(systemClock, randomIds);
    await bench.db.transaction(async (tx) => {
      const { rows } = await tx.query<{ id: bigint; balance: bigint; version: bigint }>({
        name: 'bench_lock',
        text: "select id, balance, version, set_config('pid.posting', 'on', true) from ledger_accounts where id = any($1) order by id for update",
        values: [[payer, payee, fees]],
      });
      await tx.query({
        name: 'bench_key',
        text: 'insert into ledger_keys values ($1, $2, $3, $4, now())',
        values: [payer, randomUUID(), randomBytes(32), id],
      });
      await tx.query({
        name: 'bench_posting',
        text: "insert into ledger_postings (id, type, payer_id, payee_id, amount, global_fee, created_at) values ($1, 'send', $2, $3, 1000, 100, now())",
        values: [id, payer, payee],
      });
      const moved = rows.map((row) => ({
        ...row,
        delta: row.id === payer ? -1100n : row.id === payee ? 1000n : 100n,
      }));
      const columns = [
        moved.map((row) => row.id),
        moved.map((row) => row.version + 1n),
        moved.map((row) => row.delta),
        moved.map((row) => row.balance + row.delta),
      ];
      await tx.query({
        name: 'bench_entries',
        text: 'insert into ledger_entries select a, v, $5, d, b from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) e(a, v, d, b)',
        values: [...columns, id],
      });
      for (const row of moved) {
        await tx.query({
          name: 'bench_account',
          text: 'update ledger_accounts set balance = balance + $2, version = version + 1 where id = $1',
          values: [row.id, row.delta],
        });
      }
    });
  });
}

async function load(inFlight: number, seconds: number, work: () => Promise<void>): Promise<EngineResult> {
  const millis: number[] = [];
  const started = performance.now();
  const ends = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (let now = performance.now(); now < ends;) {
        await work();
        const done = performance.now();
        millis.push(done - now);
        now = done;
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  millis.sort((left, right) => left - right);
  return {
    rate: millis.length / elapsed,
    p50: at(millis, 0.5),
    p99: at(millis, 0.99),
  };
}

function cumulativeWeights(): Float64Array {
  const weights = new Float64Array(accounts);
  let sum = 0;
  for (let index = 0; index < accounts; index += 1) weights[index] = sum += 1 / (index + 1);
  return weights.map((weight) => weight / sum);
}

function pick(weights: Float64Array): bigint {
  const wanted = Math.random();
  let low = 0;
  let high = weights.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (weights[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return BigInt(low + 1);
}
