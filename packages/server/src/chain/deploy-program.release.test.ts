import { createHash, randomBytes } from 'node:crypto';
import { readProgram } from '@pid/program';
import { findConfigAddress, findProgramDataAddress, decodeConfig, type Address } from '@pid/protocol';
import { getInitializeBufferInstruction, getSetAuthorityInstruction } from '@solana-program/loader-v3';
import { getTransferSolInstruction } from '@solana-program/system';
import { createNoopSigner } from '@solana/kit';
import { expect, test } from 'vitest';
import { newSigner } from '../../test/chain-helper.ts';
import { cluster, fund, soon } from '../../test/empty-cluster.ts';
import type { ChainClient } from '../platform/chain/client/index.ts';
import type { ChainKeys } from './chain-keys.ts';
import { configureProgram, type WantedConfig } from './configure-program.ts';
import { deployProgram, programAddressOf } from './deploy-program.ts';
import { landTransaction } from './land-transaction.ts';
import { programHash } from './program-image.ts';
import { fillPlace, placeOf, secretSeed } from './seeded-account.ts';

const wallet = readProgram('wallet');
const game = readProgram('game');

test('deploys, leaves an unchanged program alone, upgrades to a longer program and back', async () => {
  const chain = await cluster();
  const authority = newSigner();
  await fund(chain, authority.address);
  const expected = await programAddressOf(authority.address);
  expect(await deployProgram(chain.deps, authority, game)).toEqual({
    programId: expected,
    programHash: programHash(game),
    action: 'deployed',
  });
  const paid = (await chain.client.account(authority.address)).account?.lamports;
  expect(await deployProgram(chain.deps, authority, game)).toMatchObject({ action: 'unchanged' });
  expect((await chain.client.account(authority.address)).account?.lamports).toBe(paid);
  expect(await deployProgram(chain.deps, authority, wallet)).toMatchObject({
    programId: expected,
    programHash: programHash(wallet),
    action: 'upgraded',
  });
  expect(await deployProgram(chain.deps, authority, game)).toMatchObject({
    programHash: programHash(game),
    action: 'upgraded',
  });
});

test('a deployment interrupted after any request finishes in the next run and pays for one buffer only', async () => {
  const chain = await cluster();
  const authority = newSigner();
  await fund(chain, authority.address);
  const straight = newSigner();
  await fund(chain, straight.address);
  let interruptions = 0;
  for (let requests = 3; ; requests += 3) {
    chain.dropAfter(requests);
    const outcome = await deployProgram(chain.deps, authority, game).catch((error: Error) => error);
    chain.dropAfter(Infinity);
    if (!(outcome instanceof Error)) {
      expect(outcome.programHash).toBe(programHash(game));
      break;
    }
    expect(outcome.message).toBe('the operator pulled the plug');
    interruptions += 1;
    // An operator does not restart within one block, so the last transaction is confirmed by then.
    const sentBy = await chain.client.slot({ commitment: 'processed' });
    await expect.poll(() => chain.client.slot(), soon).toBeGreaterThanOrEqual(sentBy);
  }
  expect(interruptions).toBeGreaterThan(3);
  await deployProgram(chain.deps, straight, game);
  const spent = async (address: Address) =>
    10_000_000_000n - ((await chain.client.account(address)).account?.lamports ?? 0n);
  const fees = 200n * 5000n;
  expect(await spent(authority.address)).toBeLessThan((await spent(straight.address)) + fees);
});

test('lamports sent by a stranger to predictable addresses block neither deployment nor upgrade', async () => {
  const chain = await cluster();
  const authority = newSigner();
  await fund(chain, authority.address);
  const bufferOf = (elf: Uint8Array) =>
    placeOf(authority.address, createHash('sha256').update(elf).digest('hex').slice(0, 32));
  const expected = await programAddressOf(authority.address);
  await fund(chain, expected, 890_880n);
  await fund(chain, (await bufferOf(game)).address, 890_880n);
  // More than the rent: no lamports are missing, and the surplus does not block the deployment.
  await fund(chain, (await bufferOf(wallet)).address, 5_000_000_000n);
  expect(await deployProgram(chain.deps, authority, game)).toMatchObject({
    programId: expected,
    action: 'deployed',
  });
  expect(await deployProgram(chain.deps, authority, wallet)).toMatchObject({ action: 'upgraded' });
});

test('a buffer with another authority is left alone, and a buffer at an unpredictable address is used', async () => {
  const chain = await cluster();
  const [authority, other] = [newSigner(), newSigner()];
  await fund(chain, authority.address);
  const place = await placeOf(
    authority.address,
    createHash('sha256').update(game).digest('hex').slice(0, 32),
  );
  const noop = createNoopSigner(authority.address);
  await landTransaction(chain.deps, authority, [
    ...(await fillPlace(chain.client, place, 37 + game.length)),
    getInitializeBufferInstruction({ sourceAccount: place.address, bufferAuthority: authority.address }),
    getSetAuthorityInstruction({
      bufferOrProgramDataAccount: place.address,
      currentAuthority: noop,
      newAuthority: other.address,
    }),
  ]);
  expect(await deployProgram(chain.deps, authority, game)).toMatchObject({ action: 'deployed' });
  expect((await chain.client.account(place.address)).account).not.toBeNull();
});

test('lamports at the ProgramData address move the program to an unpredictable address', async () => {
  const chain = await cluster();
  const [authority, stranger] = [newSigner(), newSigner()];
  await fund(chain, authority.address);
  await fund(chain, stranger.address);
  const expected = await programAddressOf(authority.address);
  await fund(chain, findProgramDataAddress(expected).address, 890_880n);
  await expect(deployProgram(chain.deps, authority, game, expected)).rejects.toThrow('unset PID_PROGRAM_ID');
  const { programId, action } = await deployProgram(chain.deps, authority, game);
  expect(action).toBe('deployed');
  expect(programId).not.toBe(expected);
  expect(await secretSeed(stranger, 'program')).not.toBe(await secretSeed(authority, 'program'));
  expect(await deployProgram(chain.deps, authority, game)).toMatchObject({ programId, action: 'unchanged' });
  expect(await deployProgram(chain.deps, authority, wallet)).toMatchObject({ programId, action: 'upgraded' });
  expect(await deployProgram(chain.deps, authority, game, programId)).toMatchObject({ action: 'upgraded' });
});

test("refuses another authority's program and an address that this authority cannot deploy to", async () => {
  const chain = await cluster();
  const [authority, stranger] = [newSigner(), newSigner()];
  await fund(chain, authority.address);
  await fund(chain, stranger.address);
  const { programId } = await deployProgram(chain.deps, authority, game);
  await expect(deployProgram(chain.deps, stranger, wallet, programId)).rejects.toThrow(
    `belongs to the upgrade authority ${authority.address}`,
  );
  await expect(deployProgram(chain.deps, stranger, wallet, newSigner().address)).rejects.toThrow(
    'there is no program at',
  );
});

test('initializes the config once, updates it from the settings, and never changes its origin', async () => {
  const chain = await cluster();
  const keys: ChainKeys = {
    upgradeAuthority: newSigner(),
    admin: newSigner(),
    relayer: newSigner(),
    registrar: newSigner(),
    playSponsor: newSigner(),
    treasury: newSigner().address,
  };
  const wanted: WantedConfig = {
    keys,
    rpId: 'pid.example',
    origin: 'https://pid.example',
    protocolFeeBps: null,
    maxNetworkFeeLamports: null,
  };
  await fund(chain, keys.upgradeAuthority.address);
  const { programId } = await deployProgram(chain.deps, keys.upgradeAuthority, wallet);
  const deployedAt = await chain.client.slot();
  await expect.poll(() => chain.client.slot()).toBeGreaterThan(deployedAt);
  // The config's address is predictable too.
  await fund(chain, findConfigAddress(programId).address, 890_880n);
  const configNow = async () =>
    decodeConfig(
      (await chain.client.account(findConfigAddress(programId).address)).account?.data ?? new Uint8Array(0),
    );
  expect(await configureProgram(chain.deps, programId, wanted)).toEqual([
    'Initialised the config for https://pid.example.',
  ]);
  expect(await configNow()).toMatchObject({
    origin: 'https://pid.example',
    relayer: keys.relayer.address,
    admin: keys.admin.address,
    policies: [{ version: 1, bps: 1000, maxNetworkFeeLamports: 200_000n }],
  });
  expect(await configureProgram(chain.deps, programId, wanted)).toEqual([]);

  const replaced: ChainKeys = {
    ...keys,
    relayer: newSigner(),
    registrar: newSigner(),
    treasury: newSigner().address,
  };
  expect(
    await configureProgram(chain.deps, programId, { ...wanted, keys: replaced, protocolFeeBps: 500 }),
  ).toHaveLength(4);
  expect(await configNow()).toMatchObject({
    relayer: replaced.relayer.address,
    registrar: replaced.registrar.address,
    treasury: replaced.treasury,
    policies: [{ bps: 1000 }, { version: 2, bps: 500, maxNetworkFeeLamports: 200_000n }],
  });

  await expect(
    configureProgram(chain.deps, programId, { ...wanted, origin: 'https://evil.example' }),
  ).rejects.toThrow('was set up for https://pid.example');
  const usurper = { ...replaced, admin: newSigner(), relayer: newSigner() };
  await expect(configureProgram(chain.deps, programId, { ...wanted, keys: usurper })).rejects.toThrow(
    `administered by ${keys.admin.address}`,
  );
});

test('refuses random bytes as a program', async () => {
  const chain = await cluster();
  const authority = newSigner();
  await fund(chain, authority.address);
  await expect(deployProgram(chain.deps, authority, new Uint8Array(randomBytes(2000)))).rejects.toThrow(
    'the chain refused a transaction',
  );
});

test('requests a new blockhash after an expired one, and does not resend a transaction that landed', async () => {
  const chain = await cluster();
  const payer = newSigner();
  await fund(chain, payer.address);
  const sent = new Set<string>();
  let sleeps = true;
  let isLate = true;
  const client: ChainClient = {
    ...chain.client,
    async simulate(wire, options) {
      const slept = sleeps;
      sleeps = false;
      return slept
        ? { ...(await chain.client.simulate(wire, options)), error: 'BlockhashNotFound' }
        : chain.client.simulate(wire, options);
    },
    async send(wire) {
      const signature = await chain.client.send(wire);
      sent.add(signature);
      return signature;
    },
    // While the height is read, the transaction lands and its last valid block passes.
    async blockHeight(options) {
      if (!isLate) return chain.client.blockHeight(options);
      isLate = false;
      const [signature] = sent;
      await expect.poll(async () => (await chain.client.statuses([signature!]))[0], soon).not.toBeNull();
      return 2n ** 60n;
    },
  };
  const to = newSigner().address;
  const transfer = getTransferSolInstruction({
    source: createNoopSigner(payer.address),
    destination: to,
    amount: 1_000_000_000n,
  });
  const signature = await landTransaction({ ...chain.deps, client }, payer, [transfer]);
  expect([...sent]).toEqual([signature]);
  expect((await chain.client.account(to)).account?.lamports).toBe(1_000_000_000n);
});
