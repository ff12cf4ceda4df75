import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newSigner } from '../../test/chain-helper.ts';
import { testDatabase } from '../../test/test-database.ts';
import { insertIdentity } from '../identity/index.ts';
import type { Database } from '../platform/db/index.ts';
import { changeState, claimDue, insertOperation, release, reserve } from './relay.store.ts';

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
    requestHash: randomBytes(32),
    idempotencyKey: bent.key ?? null,
    networkFeeLamports: 10_000n,
    protocolFeeLamports: 1000n,
    sponsoredLamports: 10_000n,
    reimbursed: true,
    pool: 'general',
    details: {},
    now,
    nextAttemptAt: now,
  } as const;
}

test('fifty at once reserve under a cap for seven: seven get it, whoever they are', async () => {
  const db = await testDatabase();
  const attempt = (holder: string, capLamports: bigint) =>
    db.transaction((tx) =>
      reserve(tx, { day: '2026-11-15', pool: 'general', holder, lamports: 10_000n, capLamports }),
    );
  const all = await Promise.all(Array.from({ length: 50 }, () => attempt('all', 79_999n)));
  expect(all.filter(Boolean)).toHaveLength(7);
  const { rows } = await db.query<{ lamports: bigint }>(
    `select lamports from relay_spending where holder = 'all'`,
  );
  expect(rows).toEqual([{ lamports: 70_000n }]);
  expect(await attempt('other', 9999n)).toBe(false);
  await db.transaction((tx) =>
    release(tx, { day: '2026-11-15', pool: 'general', holder: 'all', lamports: 10_000n }),
  );
  expect(await attempt('all', 79_999n)).toBe(true);
});

test('a reservation that is rolled back with its operation counts nothing', async () => {
  const db = await testDatabase();
  await expect(
    db.transaction(async (tx) => {
      await reserve(tx, {
        day: '2026-11-15',
        pool: 'general',
        holder: 'all',
        lamports: 10_000n,
        capLamports: 10_000n,
      });
      throw new Error('crash');
    }),
  ).rejects.toThrow('crash');
  expect((await db.query('select 1 from relay_spending')).rows).toEqual([]);
});

test('twenty operations for one nonce at once: one is stored; a new one only when that came to nothing', async () => {
  const db = await testDatabase();
  const id = await identity(db);
  const account = newSigner().address;
  const store = () => db.transaction((tx) => insertOperation(tx, operation(id, { account })));
  const stored = (await Promise.all(Array.from({ length: 20 }, store))).filter((each) => each !== null);
  expect(stored).toHaveLength(1);
  const settle = (to: 'confirmed' | 'expired', from: 'prepared' | 'confirmed') =>
    db.transaction((tx) => changeState(tx, { ids: [stored[0]!.id], from: [from], to, now }));
  await settle('confirmed', 'prepared');
  expect(await store()).toBeNull();
  await settle('expired', 'confirmed');
  expect(await store()).not.toBeNull();
});

test('one key of one identity names one operation', async () => {
  const db = await testDatabase();
  const [id, other] = [await identity(db), await identity(db)];
  const store = (identityId: string) =>
    db.transaction((tx) => insertOperation(tx, operation(identityId, { key: 'k' })));
  expect([await store(id), await store(id), await store(other)].map((each) => each !== null)).toEqual([
    true,
    false,
    true,
  ]);
});

test('two reconcilers at once never get the same operation, and a lease brings it back', async () => {
  const db = await testDatabase();
  const id = await identity(db);
  for (let index = 0; index < 40; index += 1)
    await db.transaction((tx) => insertOperation(tx, operation(id)));
  const lease = new Date(now.getTime() + 30_000);
  const claims = await Promise.all([
    claimDue(db, now, lease, 25),
    claimDue(db, now, lease, 25),
    claimDue(db, now, lease, 25),
  ]);
  const claimed = claims.flat().map((each) => each.id);
  expect(new Set(claimed).size).toBe(claimed.length);
  expect(claimed.length + (await claimDue(db, now, lease, 100)).length).toBe(40);
  expect(await claimDue(db, now, lease, 100)).toEqual([]);
  expect(await claimDue(db, lease, new Date(lease.getTime() + 1), 100)).toHaveLength(40);
});

test('what is settled or signed cannot be changed, even by hand', async () => {
  const db = await testDatabase();
  const id = await identity(db);
  const stored = (await db.transaction((tx) => insertOperation(tx, operation(id))))!;
  await expect(
    db.query('update relay_operations set wire = $2 where id = $1', [stored.id, Buffer.from('x')]),
  ).rejects.toThrow(/are signed/);
  await db.transaction((tx) => changeState(tx, { ids: [stored.id], from: ['prepared'], to: 'failed', now }));
  await expect(
    db.query(`update relay_operations set state = 'prepared' where id = $1`, [stored.id]),
  ).rejects.toThrow(/is settled as failed/);
  await expect(db.query('delete from relay_operations where id = $1', [stored.id])).rejects.toThrow(
    /never deleted/,
  );
});
