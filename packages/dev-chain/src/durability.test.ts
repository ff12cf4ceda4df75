import { expect, test } from 'vitest';
import { airdrop, newSigner, send, testChain, transferWire } from '../../server/test/chain-helper.ts';
import { slotSeconds } from '../../server/test/pace.ts';
import { untilBlocked } from '../../server/test/until-blocked.ts';
import { signatureOf } from '@pid/server/platform/chain/index.ts';

test('keeps balances, history, valid blockhashes and processed signatures across a restart', async () => {
  const chain = await testChain();
  const [from, to] = [newSigner(), newSigner()];
  await airdrop(chain, from.address, 1_000_000_000n);
  const sent = await transferWire(chain, from, to.address, 3_000_000n);
  const waiting = await transferWire(chain, from, to.address, 4_000_000n);
  const signature = await send(chain, sent);
  const genesis = await chain.rpc.getGenesisHash().send();
  await chain.access.close();

  chain.clock.advanceSeconds(slotSeconds);
  const again = await testChain(chain);
  expect(again.access.created).toBe(false);
  expect(await again.rpc.getGenesisHash().send()).toBe(genesis);
  expect((await again.rpc.getBalance(to.address).send()).value).toBe(3_000_000n);
  expect((await again.rpc.getSignatureStatuses([signature]).send()).value[0]).toMatchObject({
    err: null,
    confirmationStatus: 'finalized',
  });
  // The same bytes do not land twice, even after a restart.
  await send(again, sent, { skipPreflight: true });
  await expect(send(again, sent)).rejects.toThrow('simulation failed');
  await send(again, waiting);
  again.clock.advanceSeconds(slotSeconds);
  expect((await again.rpc.getBalance(to.address, { commitment: 'confirmed' }).send()).value).toBe(7_000_000n);
  expect(
    (await again.rpc.getSignaturesForAddress(to.address, { commitment: 'confirmed' }).send()).map(
      (entry) => entry.signature,
    ),
  ).toEqual([signatureOf(waiting), signature]);
});

test('reports lost database connections, recovers and loses nothing', async () => {
  const chain = await testChain();
  const [from, to] = [newSigner(), newSigner()];
  await airdrop(chain, from.address, 1_000_000_000n);
  const first = await transferWire(chain, from, to.address, 3_000_000n);
  await send(chain, first);
  // Only a superuser may end autovacuum, which can run at any moment.
  await chain.db.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'",
  );
  chain.clock.advanceSeconds(slotSeconds);
  const second = await transferWire(chain, from, to.address, 4_000_000n);
  // A pooled connection may still be broken. Sending the same bytes again is safe.
  await expect
    .poll(() => send(chain, second, { skipPreflight: true }).catch((error: Error) => error.message))
    .toBe(signatureOf(second));
  chain.clock.advanceSeconds(slotSeconds);
  expect((await chain.rpc.getBalance(to.address, { commitment: 'confirmed' }).send()).value).toBe(7_000_000n);
});

test('a process that lost the ownership of the chain cannot write, and its executed transaction is not stored', async () => {
  const chain = await testChain();
  const [from, to] = [newSigner(), newSigner()];
  await airdrop(chain, from.address, 1_000_000_000n);
  const wire = await transferWire(chain, from, to.address, 3_000_000n);
  await chain.db.query('update embedded_chain set owner_epoch = owner_epoch + 1');
  await expect(send(chain, wire, { skipPreflight: true })).rejects.toThrow('unhealthy');
  const { rows } = await chain.db.query(
    'select signature from embedded_chain_transactions where signature = $1',
    [Buffer.from(wire.subarray(1, 65))],
  );
  expect(rows).toEqual([]);
  // The process reopens the chain from the database. The same bytes then land once.
  await send(chain, wire, { skipPreflight: true });
  chain.clock.advanceSeconds(slotSeconds);
  expect((await chain.rpc.getBalance(to.address, { commitment: 'confirmed' }).send()).value).toBe(3_000_000n);
});

test('of two processes on one database, one executes; the other forwards to it and takes over after it closes', async () => {
  const owner = await testChain();
  const other = await testChain(owner);
  const [from, to] = [newSigner(), newSigner()];
  expect(owner.access.local()).not.toBeNull();
  expect(other.access.local()).toBeNull();
  await airdrop(other, from.address, 1_000_000_000n);
  const wire = await transferWire(other, from, to.address, 3_000_000n);
  await Promise.all([send(owner, wire, { skipPreflight: true }), send(other, wire, { skipPreflight: true })]);
  other.clock.advanceSeconds(slotSeconds);
  for (const node of [owner, other])
    expect((await node.rpc.getBalance(to.address, { commitment: 'confirmed' }).send()).value).toBe(
      3_000_000n,
    );
  await owner.access.close();
  expect((await other.rpc.getBalance(to.address).send()).value).toBe(3_000_000n);
  expect(other.access.local()).not.toBeNull();
});

test('slots do not decrease when the clock goes back', async () => {
  const chain = await testChain();
  const { address } = newSigner();
  await airdrop(chain, address, 1_000_000_000n);
  chain.clock.advanceSeconds(5000);
  await airdrop(chain, address, 1_000_000_000n);
  const slot = await chain.rpc.getSlot({ commitment: 'processed' }).send();
  await chain.access.close();
  chain.clock.advanceSeconds(-4000);
  const again = await testChain(chain);
  const restarted = await again.rpc.getSlot({ commitment: 'processed' }).send();
  expect(restarted).toBeGreaterThanOrEqual(slot);
  again.clock.advanceSeconds(slotSeconds * 3);
  expect(await again.rpc.getSlot({ commitment: 'processed' }).send()).toBe(restarted + 3n);
  expect((await again.rpc.getBalance(address).send()).value).toBe(2_000_000_000n);
});

test('a read waits for a pending write to the same account, but not when it reads an earlier slot', async () => {
  const chain = await testChain();
  const [from, to] = [newSigner(), newSigner()];
  await airdrop(chain, from.address, 1_000_000_000n);
  const wire = await transferWire(chain, from, to.address, 3_000_000n);
  const balance = async (commitment: 'processed' | 'confirmed') =>
    (await chain.rpc.getBalance(to.address, { commitment }).send()).value;
  const done: string[] = [];
  let waiting: Promise<unknown> = Promise.resolve();
  await chain.db.transaction(async (tx) => {
    await tx.query('lock table embedded_chain_transactions in exclusive mode');
    const sending = send(chain, wire, { skipPreflight: true }).then(() => done.push('sent'));
    await untilBlocked(chain.db);
    waiting = Promise.all([sending, balance('processed').then((value) => done.push(`read ${value}`))]);
    expect(await balance('confirmed')).toBe(0n);
    expect(done).toEqual([]);
  });
  await waiting;
  expect(done.toSorted()).toEqual(['read 3000000', 'sent']);
});
