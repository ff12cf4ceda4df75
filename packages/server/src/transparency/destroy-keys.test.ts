import { expect, test } from 'vitest';
import { fileDatabase, insertApp, ledgerOn } from '../ledger/testing/ledger-fixture.ts';
import { manualClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { cacheAccounts, ensureKeys } from './account-keys.ts';
import { readKeys } from './account-keys.store.ts';
import { keyDestruction, scheduleKey } from './destroy-keys.ts';
import { logOn } from './testing/log-fixture.ts';

async function world() {
  const db = await fileDatabase();
  const clock = manualClock(new Date());
  const { deps } = await logOn(db, clock);
  return { db, clock, deps, player: await ledgerOn(db).player(0n) };
}

async function isDestroyed(db: Database, account: bigint): Promise<boolean> {
  return (await readKeys(db, [account]))[0]!.bytes.length === 0;
}

test('a key that was destroyed is not remembered, also if another node destroyed it', async () => {
  const { db, clock, deps, player } = await world();
  const caches = [cacheAccounts(deps), cacheAccounts(deps)];
  const keysOf = () =>
    Promise.all(
      caches.map(async (cache) => (await cache.accounts([player.account])).get(player.account)!.key),
    );
  const before = await keysOf();
  expect(before[0]!.equals(before[1]!)).toBe(true);
  const [first, second] = caches.map((cache) => keyDestruction(deps, cache));
  await scheduleKey(deps, player.account, clock.now());
  clock.advanceSeconds(31 * 86_400);
  await first!();
  expect(await isDestroyed(db, player.account)).toBe(true);
  await second!();
  const after = await keysOf();
  expect(after.map((key) => key.equals(before[0]!))).toEqual([false, false]);
});

test('an eviction does not take accounts away from a turn that has read them', async () => {
  const { deps, player } = await world();
  const cache = cacheAccounts(deps);
  const read = await cache.accounts([player.account]);
  cache.evict();
  expect(read.has(player.account)).toBe(true);
});

test('destroys the keys of an app and of its holds 30 days after its deletion', async () => {
  const { db, clock, deps, player } = await world();
  const destroy = keyDestruction(deps, cacheAccounts(deps));
  const [deleted, kept] = ['app_00000000000000000000000a', 'app_00000000000000000000000b'];
  const accounts = new Map<string, bigint[]>();
  for (const clientId of [deleted, kept]) {
    await insertApp(db, clientId, player.identityId);
    const { rows } = await db.query<{ id: bigint }>(
      `insert into ledger_accounts (id, kind, client_id, held_for, created_at) select nextval('ledger_account_ids'), kind, client_id, held_for, now()
         from (values ('app', $1, null), ('hold', null, $1)) a(kind, client_id, held_for) returning id`,
      [clientId],
    );
    const ids = rows.map(({ id }) => id);
    await ensureKeys(deps, ids);
    accounts.set(clientId, ids);
  }
  const destroyed = async (clientId: string) =>
    Promise.all(accounts.get(clientId)!.map((account) => isDestroyed(db, account)));
  await destroy();
  await db.query('update apps set deleted_at = $2 where client_id = $1', [deleted, clock.now()]);
  await destroy();
  clock.advanceSeconds(29 * 86_400);
  await destroy();
  expect(await destroyed(deleted)).toEqual([false, false]);
  clock.advanceSeconds(2 * 86_400);
  await destroy();
  expect([await destroyed(deleted), await destroyed(kept)]).toEqual([
    [true, true],
    [false, false],
  ]);
});
