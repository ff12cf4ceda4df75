import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Signature } from '@solana/kit';
import { expect, onTestFinished, test } from 'vitest';
import { newSigner, testChain } from '../../server/test/chain-helper.ts';
import { testDatabase } from '../../server/test/test-database.ts';
import { systemClock } from '@pid/server/platform/clock.ts';
import { signerFromSeed } from '@pid/server/platform/chain/index.ts';

test('kill -9 at any moment loses no acknowledged transaction and leaves no partly written one', async () => {
  const db = await testDatabase();
  const seed = randomBytes(32);
  const [from, to] = [signerFromSeed(seed), newSigner()];
  const clock = { ...systemClock, advanceSeconds: () => {} };
  const funding = await testChain({ db, clock });
  await funding.rpc.requestAirdrop(from.address, 900_000_000_000_000n as never).send();
  await funding.access.close();

  const acknowledged: { signature: string; amount: bigint }[] = [];
  for (const lines of [5, 40, 120])
    acknowledged.push(...(await runVictim(db.connectionString, seed, to.address, lines)));
  expect(acknowledged.length).toBeGreaterThan(150);

  const chain = await testChain({ db, clock });
  const listed = () => chain.rpc.getSignaturesForAddress(to.address).send();
  // The last transactions may be in the slot in which this process opened the chain. They are confirmed with
  // the next slot.
  const lost = async () => {
    const known = new Set<string>((await listed()).map((entry) => entry.signature));
    return acknowledged.filter(({ signature }) => !known.has(signature));
  };
  await expect.poll(lost).toEqual([]);
  const landed = await listed();
  // Transactions that landed without an acknowledgement are complete as well: the receiver has the sum of all
  // amounts, and the sender paid every fee.
  const amounts = await Promise.all(landed.map((entry) => amountOf(chain, entry.signature)));
  const sum = amounts.reduce((total, amount) => total + amount, 0n);
  expect((await chain.rpc.getBalance(to.address).send()).value).toBe(sum);
  expect((await chain.rpc.getBalance(from.address).send()).value).toBe(
    900_000_000_000_000n - sum - 5000n * BigInt(landed.length),
  );
});

async function amountOf(
  { rpc }: Awaited<ReturnType<typeof testChain>>,
  signature: Signature,
): Promise<bigint> {
  const transaction = await rpc
    .getTransaction(signature, { encoding: 'base64', maxSupportedTransactionVersion: 0 })
    .send();
  const { preBalances, postBalances } = transaction!.meta!;
  return postBalances[1]! - preBalances[1]!;
}

async function runVictim(
  connectionString: string,
  seed: Uint8Array,
  to: string,
  lines: number,
): Promise<{ signature: string; amount: bigint }[]> {
  const script = fileURLToPath(new URL('../../server/test/chain-victim.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', script, connectionString, Buffer.from(seed).toString('hex'), to],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const seen: { signature: string; amount: bigint }[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const [signature = '', amount = '0'] = line.split(' ');
    seen.push({ signature, amount: BigInt(amount) });
    if (seen.length === lines) child.kill('SIGKILL');
  }
  await ended;
  return seen;
}
