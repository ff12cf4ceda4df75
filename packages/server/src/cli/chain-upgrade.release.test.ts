import { readProgram } from '@pid/program';
import { encodeBase58, type Address } from '@pid/protocol';
import { expect, test } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import { cluster, fund } from '../../test/empty-cluster.ts';
import { acceptedVersion, deployProgram } from '../chain/index.ts';
import { signerFromSeed } from '../platform/chain/index.ts';
import { randomIds } from '../platform/ids.ts';

/** A cluster with a program that differs from this release; the example game serves as the older version. */
async function olderProgram() {
  const world = await cluster();
  const { client, deps, url } = world;
  const [authoritySeed, payerSeed] = [randomIds.bytes(32), randomIds.bytes(32)];
  const authority = signerFromSeed(authoritySeed);
  await fund(world, authority.address);
  await fund(world, signerFromSeed(payerSeed).address);
  const { programId } = await deployProgram(deps, authority, readProgram('game'));
  const shared = { PID_SOLANA_RPC_URL: url, PID_PROGRAM_ID: programId };
  const released = readProgram('wallet', await acceptedVersion(client));
  const isLive = async () =>
    (await deployProgram(deps, authority, released, programId)).action === 'unchanged';
  return { client, shared, authority, authoritySeed, payerSeed, isLive };
}

test('an upgrade is written by any paying key, signed offline by the authority, and submitted', async () => {
  const { client, shared, authority, authoritySeed, payerSeed, isLive } = await olderProgram();
  const online = { ...shared, PID_PAYER_KEY: encodeBase58(payerSeed) };
  const write = ['chain', 'write', '--authority', authority.address, '--json', '--yes'];
  expect((await runPid(write, shared)).complaints).toEqual([
    'Set PID_PAYER_KEY to a key with lamports first.',
  ]);
  const foreign = await runPid(
    ['chain', 'write', '--authority', signerFromSeed(payerSeed).address, '--yes'],
    online,
  );
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
    `Replaces the program ${shared.PID_PROGRAM_ID} with the contents of the buffer ${buffer}, whose lamports go to ${authority.address}.`,
  );
  const { signature } = JSON.parse(signed.lines.at(-1)!) as { signature: string };
  expect((await runPid(['chain', 'submit', message, signature], shared)).text).toBe(`Done: ${signature}`);
  expect(await isLive()).toBe(true);
  expect((await client.account(buffer)).account).toBeNull();
  expect((await runPid(write, online)).text).toBe('{"buffer":null}');
});

test('the upgrade authority performs the second half alone if its key is configured', async () => {
  const { shared, authority, authoritySeed, payerSeed, isLive } = await olderProgram();
  const written = await runPid(['chain', 'write', '--authority', authority.address, '--json', '--yes'], {
    ...shared,
    PID_PAYER_KEY: encodeBase58(payerSeed),
  });
  const { buffer } = JSON.parse(written.lines.at(-1)!) as { buffer: string };
  const own = { ...shared, PID_UPGRADE_AUTHORITY_KEY: encodeBase58(authoritySeed) };
  const upgraded = await runPid(['chain', 'upgrade', '--buffer', buffer, '--yes'], own);
  expect(upgraded.lines.at(-1)).toBe(`Program ${shared.PID_PROGRAM_ID} was upgraded.`);
  expect(await isLive()).toBe(true);
  const again = await runPid(['chain', 'upgrade', '--buffer', buffer], own);
  expect(again.text).toBe(`Program ${shared.PID_PROGRAM_ID} is up to date.`);
});
