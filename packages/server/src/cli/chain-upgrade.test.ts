import { readProgram } from '@pid/program';
import { openEmbeddedChain, startRpcServer } from '@pid/dev-chain';
import { encodeBase58, type Address } from '@pid/protocol';
import type { Lamports } from '@solana/kit';
import { expect, onTestFinished, test } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import { testDatabase } from '../../test/test-database.ts';
import { acceptedVersion, deployProgram } from '../chain/index.ts';
import { signerFromSeed } from '../platform/chain/index.ts';
import { systemClock } from '../platform/clock.ts';
import { randomIds } from '../platform/ids.ts';
import { createLogger } from '../platform/log.ts';
import { clusterClient } from './chain-connection.ts';

const sleep = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis / 10));
const soon = { timeout: 30_000, interval: 20 };

/** A cluster with a program that is older than this release: the example game has to do. */
async function olderProgram() {
  const db = await testDatabase();
  const access = await openEmbeddedChain({
    db,
    connectionString: db.connectionString,
    clock: systemClock,
    ids: randomIds,
    log: createLogger('silent'),
    slotMillis: 40,
  });
  onTestFinished(() => access.close());
  const server = await startRpcServer({
    host: '127.0.0.1',
    port: 0,
    token: null,
    answer: (request) => access.answer(request),
  });
  onTestFinished(() => server.close());
  const client = clusterClient([new URL(server.url)]);
  const fund = async (address: Address) => {
    await client.rpc.requestAirdrop(address, 10_000_000_000n as Lamports).send();
    await expect.poll(async () => (await client.account(address)).account, soon).not.toBeNull();
  };
  const [authoritySeed, payerSeed] = [randomIds.bytes(32), randomIds.bytes(32)];
  const authority = signerFromSeed(authoritySeed);
  await fund(authority.address);
  await fund(signerFromSeed(payerSeed).address);
  const deps = { client, sleep, report: () => {} };
  const { programId } = await deployProgram(deps, authority, readProgram('game'));
  const shared = { PID_SOLANA_RPC_URL: server.url, PID_PROGRAM_ID: programId };
  const released = readProgram('wallet', await acceptedVersion(client));
  const isLive = async () =>
    (await deployProgram(deps, authority, released, programId)).action === 'unchanged';
  return { client, shared, authority, authoritySeed, payerSeed, isLive };
}

test('an upgrade is written by a key that may do nothing else, signed where the authority is, and submitted', async () => {
  const { client, shared, authority, authoritySeed, payerSeed, isLive } = await olderProgram();
  const online = { ...shared, PID_PAYER_KEY: encodeBase58(payerSeed) };
  const write = ['chain', 'write', '--authority', authority.address, '--json'];
  expect((await runPid(write, shared)).complaints).toEqual([
    'Set PID_PAYER_KEY to a key with lamports first.',
  ]);
  const foreign = await runPid(['chain', 'write', '--authority', signerFromSeed(payerSeed).address], online);
  expect(foreign.complaints[0]).toContain(`belongs to the upgrade authority ${authority.address}`);
  const bufferOf = async () => {
    const { lines } = await runPid(write, online);
    return (JSON.parse(lines.at(-1)!) as { buffer: Address }).buffer;
  };
  const buffer = await bufferOf();
  const paid = (await client.account(signerFromSeed(payerSeed).address)).account?.lamports;
  expect(await bufferOf()).toBe(buffer);
  expect((await client.account(signerFromSeed(payerSeed).address)).account?.lamports).toBe(paid);

  const unsigned = ['--unsigned', authority.address, '--json'];
  const elsewhere = ['chain', 'upgrade', '--buffer', signerFromSeed(payerSeed).address, ...unsigned];
  expect((await runPid(elsewhere, shared)).complaints[0]).toContain(
    'does not hold the program of this release',
  );
  expect((await runPid(['chain', 'upgrade', ...unsigned], shared)).complaints[0]).toContain(
    'Say --buffer too',
  );
  const printed = await runPid(['chain', 'upgrade', '--buffer', buffer, ...unsigned], shared);
  const { message } = JSON.parse(printed.text) as { message: string };
  const offline = { PID_UPGRADE_AUTHORITY_KEY: encodeBase58(authoritySeed) };
  const signed = await runPid(['chain', 'sign', message, '--yes', '--json'], offline);
  expect(signed.complaints[0]).toBe(
    `Replaces the program ${shared.PID_PROGRAM_ID} by what lies in the buffer ${buffer}, whose lamports go to ${authority.address}.`,
  );
  const { signature } = JSON.parse(signed.lines.at(-1)!) as { signature: string };
  expect((await runPid(['chain', 'submit', message, signature], shared)).text).toBe(`Done: ${signature}`);
  expect(await isLive()).toBe(true);
  expect((await client.account(buffer)).account).toBeNull();
  expect((await runPid(write, online)).text).toBe('{"buffer":null}');
});

test('the upgrade authority does the second half alone when its key is here', async () => {
  const { shared, authority, authoritySeed, payerSeed, isLive } = await olderProgram();
  const written = await runPid(['chain', 'write', '--authority', authority.address, '--json'], {
    ...shared,
    PID_PAYER_KEY: encodeBase58(payerSeed),
  });
  const { buffer } = JSON.parse(written.lines.at(-1)!) as { buffer: string };
  const own = { ...shared, PID_UPGRADE_AUTHORITY_KEY: encodeBase58(authoritySeed) };
  const upgraded = await runPid(['chain', 'upgrade', '--buffer', buffer], own);
  expect(upgraded.text).toBe(`Program ${shared.PID_PROGRAM_ID} was upgraded.`);
  expect(await isLive()).toBe(true);
  const again = await runPid(['chain', 'upgrade', '--buffer', buffer], own);
  expect(again.text).toBe(`Program ${shared.PID_PROGRAM_ID} is up to date.`);
});
