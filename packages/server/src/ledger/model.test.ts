import * as fc from 'fast-check';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { runs, searchLimits } from '../../../../test/support/searches.ts';
import { topUpRecords } from '../checkout/index.ts';
import { systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/db/index.ts';
import { randomIds } from '../platform/ids.ts';
import { createLogger } from '../platform/log.ts';
import { closeAccount, ensureAccount } from './accounts.store.ts';
import { auditLedger } from './audit-ledger.ts';
import { balanceOf, fileDatabase, fund, ledgerOn } from './testing/ledger-fixture.ts';
import { newPostingId } from './posting-id.ts';
import type { SendOrder } from './post-sends.store.ts';

const balanceMax = 20_000n;
const db = await fileDatabase();
const admin = new Client({ connectionString: db.connectionString, application_name: 'killer' });
await admin.connect();
// Only the connections of the lane are cut, not those of the test.
const laneDb = openDatabase({
  connectionString: db.connectionString,
  poolSize: 2,
  log: createLogger('silent'),
});
afterAll(async () => {
  await admin.end();
  await laneDb.close();
});

/** A model of the ledger that processes one send after another, without concurrency or failures. */
class Oracle {
  readonly balances: Map<bigint, bigint>;
  readonly closed: ReadonlySet<bigint>;
  readonly keys = new Map<string, { hash: string; id: string }>();
  readonly posted: string[] = [];

  constructor(balances: Map<bigint, bigint>, closed: ReadonlySet<bigint>) {
    this.balances = balances;
    this.closed = closed;
  }

  judge(order: SendOrder): string {
    const key = order.key && `${order.payer}:${order.key.key}`;
    const known = key ? this.keys.get(key) : undefined;
    if (known)
      return known.hash === order.key!.requestHash.toString('hex') ? `replayed ${known.id}` : 'key_reused';
    if (this.#isClosed(order.payer)) return 'payer_closed';
    if (this.#isClosed(order.payee)) return 'payee_closed';
    if (order.app !== null && this.#isClosed(order.app)) return 'app_closed';
    const left = this.balances.get(order.payer)! - order.amount - order.globalFee - order.appFee;
    if (left < 0n) return 'insufficient';
    if (this.balances.get(order.payee)! + order.amount > balanceMax) return 'payee_full';
    this.balances.set(order.payer, left);
    this.balances.set(order.payee, this.balances.get(order.payee)! + order.amount);
    if (order.app !== null) this.balances.set(order.app, this.balances.get(order.app)! + order.appFee);
    if (key) this.keys.set(key, { hash: order.key.requestHash.toString('hex'), id: order.id });
    this.posted.push(order.id);
    return `posted ${left}`;
  }

  /** A key that is already in the batch waits for the next one. */
  judgeBatch(orders: readonly SendOrder[]): Map<string, string> {
    const answers = new Map<string, string>();
    let batch = [...orders];
    while (batch.length > 0) {
      const held: SendOrder[] = [];
      const keys = new Set<string>();
      for (const order of batch) {
        const key = order.key && `${order.payer}:${order.key.key}`;
        if (key && keys.has(key)) held.push(order);
        else answers.set(order.id, this.judge(order));
        if (key) keys.add(key);
      }
      batch = held;
    }
    return answers;
  }

  #isClosed(account: bigint): boolean {
    return this.closed.has(account) || !this.balances.has(account);
  }
}

const players = 6;
const step = fc.record({
  payer: fc.nat(players),
  hop: fc.integer({ min: 1, max: players }),
  amount: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 6000 })),
  globalFee: fc.constantFrom(0, 100),
  app: fc.option(fc.nat(1), { freq: 3 }),
  appFee: fc.integer({ min: 0, max: 40 }),
  key: fc.option(fc.constantFrom('a', 'b', 'c'), { freq: 2 }),
  hash: fc.constantFrom('x', 'x', 'x', 'y'),
});
const batch = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 40 }),
  crash: fc.constantFrom(true, false, false),
});

async function prepare() {
  const accounts: bigint[] = [];
  const balances = new Map<bigint, bigint>();
  const identities = Array.from({ length: players }, () => randomIds.uuid());
  accounts.push(
    ...(await Promise.all(
      identities.map((id) => ensureAccount(db, { kind: 'identity', id }, systemClock.now())),
    )),
  );
  await Promise.all(identities.slice(0, 4).map((id) => fund(db, id, 10_000n)));
  for (const [index, account] of accounts.entries()) balances.set(account, index < 4 ? 10_000n : 0n);
  const closed = accounts[5]!;
  await closeAccount(db, closed, newPostingId(systemClock, randomIds), systemClock.now());
  const unknown = 8_000_000_000_000_000_000n;
  const apps = [
    await ensureAccount(db, { kind: 'app', id: randomIds.uuid() }, systemClock.now()),
    await ensureAccount(db, { kind: 'app', id: randomIds.uuid() }, systemClock.now()),
  ];
  for (const app of apps) balances.set(app, 0n);
  return { accounts: [...accounts, unknown], apps, oracle: new Oracle(balances, new Set([closed])) };
}

const cutConnections = () =>
  admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%from ledger_post_sends(%' and pid <> pg_backend_pid()",
  );

test(
  'sends in batches, with connections cut in between, give the same result as sends one by one',
  searchLimits,
  async () => {
    const { deps } = ledgerOn(laneDb, { balanceMax });
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 5 }), async (batches) => {
        const { accounts, apps, oracle } = await prepare();
        for (const { steps, crash } of batches) {
          const orders = steps
            .map((entry) => ({
              id: newPostingId(systemClock, randomIds),
              payer: accounts[entry.payer]!,
              payee: accounts[(entry.payer + entry.hop) % (players + 1)]!,
              app: entry.app === null ? null : apps[entry.app]!,
              amount: BigInt(entry.amount),
              // Without an app, the service's fee is never waived.
              globalFee: entry.app === null ? 100n : BigInt(entry.globalFee),
              appFee: entry.app === null ? 0n : BigInt(entry.appFee),
              key: entry.key === null ? null : { key: entry.key, requestHash: Buffer.from(entry.hash) },
              note: null,
              proof: 'none' as const,
            }))
            .filter(({ payer, payee }) => payer !== payee);
          const running = orders.map((order) => deps.lane.post(order));
          if (crash) await cutConnections();
          const outcomes = await Promise.all(running);
          const expected = oracle.judgeBatch(orders);
          const told = outcomes.map(({ outcome, subject, balance }, index) => {
            // After a cut connection the lane finds its own posting, which counts as posted.
            if (outcome === 'replayed' && subject === orders[index]!.id)
              return expected.get(subject)!.startsWith('posted') ? expected.get(subject) : 'posted twice';
            return outcome === 'posted'
              ? `posted ${balance}`
              : outcome === 'replayed'
                ? `replayed ${subject}`
                : outcome;
          });
          expect(told).toEqual(orders.map(({ id }) => expected.get(id)));
        }
        for (const [account, balance] of oracle.balances) expect(await balanceOf(db, account)).toBe(balance);
        const { rows } = await db.query<{ count: bigint }>(
          'select count(*) from ledger_postings where id = any($1)',
          [oracle.posted],
        );
        expect(rows[0]!.count).toBe(BigInt(oracle.posted.length));
      }),
      runs(8, 25),
    );
    const { findings } = await auditLedger({ db, clock: systemClock, topUps: topUpRecords });
    expect(findings).toEqual([]);
  },
);

test('concurrent sends on two nodes and top-ups leave the expected total', async () => {
  const first = ledgerOn(db);
  const second = ledgerOn(db);
  const ring = await Promise.all(Array.from({ length: 20 }, () => first.player(1_000_000n)));
  const sends = Array.from({ length: 400 }, (_, index) =>
    (index % 2 ? first : second).send(ring[index % 20]!, ring[(index * 7 + 1) % 20]!, 1000n, {
      key: `ring-${index}`,
    }),
  );
  const funds = ring.map(({ identityId }) => fund(db, identityId, 500n));
  const results = await Promise.allSettled([...sends, ...funds]);
  const posted = results.slice(0, 400).filter(({ status }) => status === 'fulfilled').length;
  expect(
    results.filter(
      (result) => result.status === 'rejected' && !String(result.reason).includes('somebody else'),
    ),
  ).toEqual([]);
  const balances = await Promise.all(ring.map(({ account }) => balanceOf(db, account)));
  expect(balances.reduce((sum, balance) => sum + balance, 0n)).toBe(20n * 1_000_500n - BigInt(posted) * 100n);
});
