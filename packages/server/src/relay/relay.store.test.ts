import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newSigner } from '../../test/chain-helper.ts';
import { testDatabase } from '../../test/test-database.ts';
import { insertIdentity } from '../identity/index.ts';
import type { Database } from '../platform/db/index.ts';
import { insertOperation } from './relay-outbox.store.ts';
import type { PoolCaps } from './relay-deps.ts';
import { claimDue } from './relay-due.store.ts';
import { changeState, listOperationsById } from './relay.store.ts';
import { giveBack, release, reserve } from './spending.store.ts';

const now = new Date('2026-11-15T10:00:00Z');

async function identity(db: Database): Promise<string> {
  const id = randomUUID();
  await db.transaction((tx) => insertIdentity(tx, { id, handle: `h${randomBytes(6).toString('hex')}`, now }));
  return id;
}

function operation(
  identityId: string,
  bent: { account?: ReturnType<typeof newSigner>['address']; nonce?: bigint; key?: string } = {},
) {
  return {
    id: randomUUID(),
    identityId,
    kind: 'withdraw',
    account: bent.account ?? newSigner().address,
    accountNonce: bent.nonce ?? 1n,
    signature: randomBytes(32).toString('hex'),
    wire: randomBytes(10),
    lastValidBlockHeight: 10n,
    blockhashSlot: 5n,
    requestHash: randomBytes(32),
    idempotencyKey: bent.key ?? null,
    networkFeeLamports: 10_000n,
    protocolFeeLamports: 1000n,
    sponsoredLamports: 10_000n,
    rent: null,
    reimbursed: true,
    pool: 'withdrawal',
    sponsorApp: null,
    details: {},
    now,
    nextAttemptAt: now,
  } as const;
}

const store = (db: Database, ...bent: Parameters<typeof operation>) =>
  db.transaction((tx) => insertOperation(tx, operation(...bent)));

/** Stores an operation under these caps, or nothing. */
const storeUnder = (db: Database, identityId: string, caps: PoolCaps) =>
  db.transaction(async (tx) => {
    await insertOperation(tx, operation(identityId));
    const passed = await reserve(tx, {
      day: '2026-11-15',
      pool: 'withdrawal',
      identityId,
      sponsorApp: null,
      lamports: 10_000n,
      caps,
    });
    if (passed) throw new Error(passed);
  });

async function spending(db: Database) {
  const { rows } = await db.query<{ holder: string; lamports: bigint }>(
    'select holder, lamports from relay_spending order by holder',
  );
  return Object.fromEntries(rows.map(({ holder, lamports }) => [holder, lamports]));
}

test('of fifty concurrent reservations under a cap for seven, seven are stored and counted', async () => {
  const db = await testDatabase();
  const id = await identity(db);
  const attempt = () => storeUnder(db, id, { identityLamports: 10_000_000n, globalLamports: 79_999n });
  const all = await Promise.allSettled(Array.from({ length: 50 }, attempt));
  const refused = all.filter((each) => each.status === 'rejected');
  expect(new Set(refused.map(({ reason }) => (reason as Error).message))).toEqual(new Set(['all']));
  expect(refused).toHaveLength(43);
  expect(await spending(db)).toEqual({ [id]: 70_000n, all: 70_000n });
  expect((await db.query('select 1 from relay_operations')).rows).toHaveLength(7);
  await db.transaction((tx) =>
    release(tx, { day: '2026-11-15', pool: 'withdrawal', holder: 'all', lamports: 10_000n }),
  );
  await attempt();
});

test('a cap below a single operation refuses the first one and is named', async () => {
  const db = await testDatabase();
  const id = await identity(db);
  const caps = { identityLamports: 10_000n, globalLamports: 10_000n };
  for (const [low, name] of [
    [{ identityLamports: 9999n }, 'identity'],
    [{ globalLamports: 9999n }, 'all'],
  ] as const)
    await expect(storeUnder(db, id, { ...caps, ...low })).rejects.toThrow(name);
  expect(await spending(db)).toEqual({});
  expect((await db.query('select 1 from relay_operations')).rows).toEqual([]);
});

test('a sponsored operation counts against player, app and all, is refused by whichever is used up first, and is returned to all three', async () => {
  const db = await testDatabase();
  const id = await identity(db);
  const day = { day: '2026-11-15', pool: 'sponsorship', sponsorApp: 'app_1', lamports: 10n } as const;
  const attempt = (identityId: string, caps: PoolCaps) =>
    db.transaction(async (tx) => {
      const passed = await reserve(tx, { ...day, identityId, caps });
      if (passed) throw new Error(passed);
    });
  const caps = { identityLamports: 20n, appLamports: 30n, globalLamports: 40n };
  await attempt(id, caps);
  await attempt(id, caps);
  await expect(attempt(id, caps)).rejects.toThrow('identity');
  await attempt('another', caps);
  await expect(attempt('a third', caps)).rejects.toThrow('app');
  await expect(attempt('a third', { ...caps, appLamports: 99n, globalLamports: 39n })).rejects.toThrow('all');
  expect(await spending(db)).toEqual({ [id]: 20n, another: 10n, 'app:app_1': 30n, all: 30n });
  await db.transaction((tx) => giveBack(tx, [{ ...day, createdAt: now, identityId: id }]));
  expect(await spending(db)).toEqual({ [id]: 10n, another: 10n, 'app:app_1': 20n, all: 20n });
});

test('an identity is sponsored once, and again only if that had no effect', async () => {
  const db = await testDatabase();
  const id = await identity(db);
  const sponsored = () =>
    db.transaction((tx) =>
      insertOperation(tx, { ...operation(id), pool: 'sponsorship', sponsorApp: 'app_1', reimbursed: false }),
    );
  const first = await sponsored();
  expect(await sponsored()).toBeNull();
  await changeState(db, [first!], { from: ['prepared'], to: 'expired', now, error: 'gone' });
  expect(await sponsored()).not.toBeNull();
});

test('reads an operation as it was stored', async () => {
  const db = await testDatabase();
  const id = await identity(db);
  const stored = await db.transaction((tx) =>
    insertOperation(tx, { ...operation(id, { key: 'k' }), details: { to: 'x' } }),
  );
  expect(await listOperationsById(db, [stored!.id])).toEqual([stored]);
});

test('stores one of twenty concurrent operations for one nonce, and a new one only if that had no effect', async () => {
  const db = await testDatabase();
  const id = await identity(db);
  const account = newSigner().address;
  const attempt = () => store(db, id, { account });
  const stored = (await Promise.all(Array.from({ length: 20 }, attempt))).filter((each) => each !== null);
  expect(stored).toHaveLength(1);
  const settle = (to: 'confirmed' | 'expired', from: 'prepared' | 'confirmed') =>
    db.transaction((tx) => changeState(tx, [stored[0]!], { from: [from], to, now }));
  await settle('confirmed', 'prepared');
  expect(await attempt()).toBeNull();
  await settle('expired', 'confirmed');
  expect(await attempt()).not.toBeNull();
});

test('an idempotency key of an identity names one operation', async () => {
  const db = await testDatabase();
  const [id, other] = [await identity(db), await identity(db)];
  const attempt = (identityId: string) => store(db, identityId, { key: 'k' });
  expect([await attempt(id), await attempt(id), await attempt(other)].map((each) => each !== null)).toEqual([
    true,
    false,
    true,
  ]);
});

test('concurrent reconcilers never get the same operation, and it returns when its lease ends', async () => {
  const db = await testDatabase();
  const id = await identity(db);
  for (let index = 0; index < 40; index += 1) await store(db, id);
  const lease = new Date(now.getTime() + 30_000);
  const claim = (at: Date, leaseUntil: Date, limit: number) => claimDue(db, { now: at, leaseUntil, limit });
  const claims = await Promise.all([claim(now, lease, 25), claim(now, lease, 25), claim(now, lease, 25)]);
  const claimed = claims.flat().map((each) => each.id);
  expect(new Set(claimed).size).toBe(claimed.length);
  expect(claimed.length + (await claim(now, lease, 100)).length).toBe(40);
  expect(await claim(now, lease, 100)).toEqual([]);
  expect(await claim(lease, new Date(lease.getTime() + 1), 100)).toHaveLength(40);
});

test('a settled or signed operation cannot be changed, even by direct SQL', async () => {
  const db = await testDatabase();
  const id = await identity(db);
  const stored = (await store(db, id))!;
  await expect(
    db.query('update relay_operations set wire = $2 where id = $1', [stored.id, Buffer.from('x')]),
  ).rejects.toThrow(/are signed/);
  await db.transaction((tx) => changeState(tx, [stored], { from: ['prepared'], to: 'failed', now }));
  await expect(
    db.query(`update relay_operations set state = 'prepared' where id = $1`, [stored.id]),
  ).rejects.toThrow(/is settled as failed/);
  await expect(db.query('delete from relay_operations where id = $1', [stored.id])).rejects.toThrow(
    /never deleted/,
  );
});
