import { expect, test } from 'vitest';
import { ServiceError } from '../platform/errors/index.ts';
import { balanceOf, fileDatabase, ledgerOn, testApps } from './testing/ledger-fixture.ts';
import { feeBalance } from './accounts.store.ts';

const db = await fileDatabase();
const code = (error: unknown) => (error instanceof ServiceError ? error.code : error);

test('the receiver gets the full amount and the sender pays the fee on top', async () => {
  const ledger = ledgerOn(db);
  const alice = await ledger.player(1_000_000n);
  const bob = await ledger.player();
  const fees = await feeBalance(db);
  const sent = await ledger.send(alice, bob, 250_000n);
  expect(sent).toMatchObject({
    amount: 250_000n,
    fees: { global: 250n, app: 0n, total: 250n },
    debited: 250_250n,
    balance: 749_750n,
    replayed: false,
  });
  expect(await balanceOf(db, bob.account)).toBe(250_000n);
  expect(await feeBalance(db)).toBe(fees + 250n);
});

test('a balance can be sent to the last rupiah and not more', async () => {
  const ledger = ledgerOn(db);
  const alice = await ledger.player(1100n);
  const bob = await ledger.player();
  await expect(ledger.send(alice, bob, 1001n).catch(code)).resolves.toBe('insufficient_balance');
  expect((await ledger.send(alice, bob, 1000n)).balance).toBe(0n);
  await expect(ledger.send(alice, bob, 1n).catch(code)).resolves.toBe('insufficient_balance');
});

test('50 concurrent sends with one key on two nodes post once and return the same result', async () => {
  const ledger = ledgerOn(db);
  const other = ledgerOn(db);
  const alice = await ledger.player(1_000_000n);
  const bob = await ledger.player();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      (index % 2 ? ledger : other).send(alice, bob, 1000n, { key: 'once' }),
    ),
  );
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(new Set(answers.map(({ balance }) => balance))).toEqual(new Set([998_900n]));
  expect(await balanceOf(db, bob.account)).toBe(1000n);
});

test('refuses a key that was used for another request, in the same batch and later', async () => {
  const ledger = ledgerOn(db);
  const alice = await ledger.player(1_000_000n);
  const bob = await ledger.player();
  const [first, second] = await Promise.allSettled([
    ledger.send(alice, bob, 1000n, { key: 'k' }),
    ledger.send(alice, bob, 2000n, { key: 'k' }),
  ]);
  expect(first.status).toBe('fulfilled');
  expect(second.status === 'rejected' && code(second.reason)).toBe('idempotency_key_reused');
  await expect(ledger.send(alice, bob, 2000n, { key: 'k' }).catch(code)).resolves.toBe(
    'idempotency_key_reused',
  );
});

test('the same key of another caller is a different key', async () => {
  const ledger = ledgerOn(db);
  const alice = await ledger.player(10_000n);
  const bob = await ledger.player(10_000n);
  const [first, second] = await Promise.all([
    ledger.send(alice, bob, 1000n, { key: 'k' }),
    ledger.send(bob, alice, 1000n, { key: 'k' }),
  ]);
  expect(first.replayed || second.replayed).toBe(false);
  expect(first.id).not.toBe(second.id);
});

test('a refusal does not use up the key', async () => {
  const ledger = ledgerOn(db);
  const alice = await ledger.player(500n);
  const bob = await ledger.player(100_000n);
  await expect(ledger.send(alice, bob, 1000n, { key: 'k' }).catch(code)).resolves.toBe(
    'insufficient_balance',
  );
  await ledger.send(bob, alice, 5000n);
  expect((await ledger.send(alice, bob, 1000n, { key: 'k' })).replayed).toBe(false);
});

test('replays a key even if the same request would be refused now', async () => {
  const apps = testApps();
  const ledger = ledgerOn(db, { apps: apps.directory });
  apps.set({ clientId: 'toll', feeFlat: 10 });
  const alice = await ledger.player(10_000n);
  const bob = await ledger.player();
  const first = await ledger.send(alice, bob, 1000n, { key: 'k', clientId: 'toll', expectedTotal: 1110n });
  apps.set({ clientId: 'toll', feeFlat: 99 });
  expect(await ledger.send(alice, bob, 1000n, { key: 'k', clientId: 'toll', expectedTotal: 1110n })).toEqual({
    ...first,
    replayed: true,
  });
  apps.remove('toll');
  expect(await ledger.send(alice, bob, 1000n, { key: 'k', clientId: 'toll', expectedTotal: 1110n })).toEqual({
    ...first,
    replayed: true,
  });
  await ledger.send(bob, alice, 900n);
  await ledger.close(bob);
  expect(await ledger.send(alice, bob, 1000n, { key: 'k' })).toEqual({ ...first, replayed: true });
});

test('the app fee goes to the escrow of the app; a verified and connected app waives our fee and its minimum', async () => {
  const apps = testApps();
  const ledger = ledgerOn(db, { apps: apps.directory });
  const alice = await ledger.player(1_000_000n);
  const bob = await ledger.player();
  const fees = await feeBalance(db);
  const feesWith = async (terms: { verified: boolean; connected: boolean }) => {
    apps.set({ clientId: 'game', feeBps: 250, feeFlat: 7, ...terms });
    return (await ledger.send(alice, bob, 1001n, { clientId: 'game' })).fees;
  };
  expect(await feesWith({ verified: false, connected: true })).toEqual({
    global: 100n,
    app: 33n,
    total: 133n,
  });
  expect(await feesWith({ verified: true, connected: false })).toEqual({
    global: 100n,
    app: 33n,
    total: 133n,
  });
  expect(await feesWith({ verified: true, connected: true })).toEqual({ global: 0n, app: 33n, total: 33n });
  expect(await balanceOf(db, await ledger.deps.book.ofApp('game'))).toBe(99n);
  expect(await feeBalance(db)).toBe(fees + 200n);
  await expect(ledger.send(alice, bob, 1n, { clientId: 'no-such-app' }).catch(code)).resolves.toBe(
    'validation_failed',
  );
});

test('refuses a total other than the expected one and returns the new total', async () => {
  const ledger = ledgerOn(db);
  const alice = await ledger.player(1_000_000n);
  const bob = await ledger.player();
  const refusal = await ledger
    .send(alice, bob, 200_000n, { expectedTotal: 200_100n })
    .catch((error: ServiceError) => error);
  expect(refusal).toMatchObject({
    code: 'quote_changed',
    statusCode: 409,
    publicMessage: expect.stringContaining('Rp200.200'),
  });
  expect((await ledger.send(alice, bob, 200_000n, { expectedTotal: 200_200n })).debited).toBe(200_200n);
});

test('refuses a send to oneself, to an unknown pid, to a closed account, or above the maximum balance of the receiver', async () => {
  const ledger = ledgerOn(db, { balanceMax: 5000n });
  const alice = await ledger.player(1_000_000n);
  const bob = await ledger.player(4000n);
  const gone = await ledger.player();
  await expect(ledger.send(alice, alice, 1n).catch(code)).resolves.toBe('validation_failed');
  await expect(ledger.send(alice, { ...bob, pid: 'nobody_at_all@pid' }, 1n).catch(code)).resolves.toBe(
    'receiver_not_found',
  );
  await ledger.close(gone);
  await expect(ledger.send(alice, gone, 1n).catch(code)).resolves.toBe('receiver_not_found');
  await expect(ledger.send(alice, bob, 1001n).catch(code)).resolves.toBe('receiver_full');
  expect((await ledger.send(alice, bob, 1000n)).amount).toBe(1000n);
});

test('judges each send of a batch by the balances that the earlier ones left', async () => {
  const ledger = ledgerOn(db);
  const alice = await ledger.player(2200n);
  const bob = await ledger.player();
  const carol = await ledger.player();
  const results = await Promise.allSettled([
    ledger.send(alice, bob, 1000n),
    ledger.send(bob, carol, 900n),
    ledger.send(alice, bob, 1001n),
    ledger.send(alice, carol, 1000n),
    ledger.send(carol, alice, 1800n),
    ledger.send(carol, alice, 1n),
  ]);
  expect(
    results.map((result) => (result.status === 'fulfilled' ? result.value.balance : code(result.reason))),
  ).toEqual([1100n, 0n, 'insufficient_balance', 0n, 0n, 'insufficient_balance']);
});
