import {
  INSTRUCTION_TAGS,
  compileMessage,
  encodeBase58,
  setTreasuryInstruction,
  toAddress,
  transferInstruction,
} from '@pid/protocol';
import { beforeAll, expect, test } from 'vitest';
import { newSigner } from '../../test/chain-helper.ts';
import { runPid } from '../../test/command-helper.ts';
import { startFaultyChain, type FaultyChain } from '../../test/faulty-chain.ts';
import { signerFromSeed } from '../platform/chain/index.ts';
import { randomIds } from '../platform/ids.ts';
import { serviceSecret } from '../sessions/index.ts';

let world: FaultyChain;
let shared: { PID_SOLANA_RPC_URL: string; PID_PROGRAM_ID: string };
let adminSeed: Uint8Array;

beforeAll(async () => {
  world = await startFaultyChain();
  const { service } = world;
  adminSeed = await serviceSecret(service, 'chain-admin', randomIds.bytes(32), service.clock.now());
  const { programId } = (await service.client().get('/v1/chain')).body;
  shared = { PID_SOLANA_RPC_URL: world.rpcUrl, PID_PROGRAM_ID: programId };
  await world.airdrop(signerFromSeed(adminSeed).address, 1_000_000_000n);
});

const statusText = async () => (await runPid(['chain', 'status'], shared)).text;

/**
 * Prints the message, signs it without a network and submits it. Returns the description that the signer
 * read.
 */
async function offline(seed: Uint8Array, ...step: string[]): Promise<string[]> {
  const { address } = signerFromSeed(seed);
  const printed = await runPid([...step, '--unsigned', address, '--json'], shared);
  expect([printed.code, printed.complaints]).toEqual([0, []]);
  const { message } = JSON.parse(printed.text) as { message: string };
  const signed = await runPid(['chain', 'sign', message, '--yes', '--json'], {
    PID_ADMIN_KEY: encodeBase58(seed),
  });
  const { signature } = JSON.parse(signed.lines.at(-1)!) as { signature: string };
  expect((await runPid(['chain', 'submit', message, signature], shared)).text).toBe(`Done: ${signature}`);
  return signed.complaints;
}

test('only the administrator’s key can append a fee policy, online or offline, and once', async () => {
  const before = Number(/(\d+): \d+ bps/.exec(await statusText())?.[1]);
  const policy = (...words: string[]) =>
    runPid(['chain', 'policy', ...words, '--yes'], { ...shared, PID_ADMIN_KEY: encodeBase58(adminSeed) });
  const next = before + 1;
  expect((await policy('700', '150000')).lines.at(-1)).toBe(
    `Fee policy ${next}: 700 bps, at most 150000 lamports of network fee.`,
  );
  expect((await policy('700', '150000')).text).toContain('already');
  for (const words of [
    ['5001', '1'],
    ['x', '1'],
    ['1', '-1'],
  ])
    expect((await policy(...words)).code).toBe(1);
  expect(await offline(adminSeed, 'chain', 'policy', '800', '150000')).toEqual([
    `Fee policy ${next + 1}, 800 bps and at most 150000 lamports of network fee, of the program ${shared.PID_PROGRAM_ID}.`,
  ]);
  expect(await statusText()).toContain(`${next + 1}: 800 bps`);
  const stranger = { ...shared, PID_ADMIN_KEY: encodeBase58(randomIds.bytes(32)) };
  expect((await runPid(['chain', 'policy', '1', '1'], stranger)).complaints[0]).toContain(
    'the config is administered by',
  );
});

test('setting a new treasury offline also funds its account', async () => {
  const { address } = newSigner();
  expect(await offline(adminSeed, 'chain', 'set', 'treasury', address)).toEqual([
    expect.stringMatching(new RegExp(`^Gives \\d+ lamports to ${address}\\.$`)),
    `Makes ${address} the treasury of the program ${shared.PID_PROGRAM_ID}.`,
  ]);
});

test('refuses to sign a transfer to any address other than the new treasury', async () => {
  const admin = signerFromSeed(adminSeed).address;
  const [thief, treasury] = [newSigner().address, newSigner().address];
  const program = toAddress(shared.PID_PROGRAM_ID);
  const blockhash = toAddress((await world.chain.latestBlockhash()).blockhash);
  const gift = transferInstruction(admin, thief, 900_000_000n);
  const names = setTreasuryInstruction(program, { admin, treasury });
  const other = { ...names, data: Uint8Array.of(INSTRUCTION_TAGS.finishClaim) };
  for (const instructions of [[gift], [gift, names], [names, gift], [names, names, names], [other]]) {
    const message = Buffer.from(compileMessage(admin, blockhash, instructions).messageBytes).toString(
      'base64',
    );
    const { code, complaints } = await runPid(['chain', 'sign', message, '--yes'], {
      PID_ADMIN_KEY: encodeBase58(adminSeed),
    });
    expect([code, complaints[0]]).toEqual([1, expect.stringContaining('That is no message that')]);
  }
});

test('hands over the administration in two steps, each signed by its own key', async () => {
  const nextSeed = randomIds.bytes(32);
  const next = signerFromSeed(nextSeed).address;
  await world.airdrop(next, 1_000_000_000n);
  const early = await runPid(['chain', 'accept'], { ...shared, PID_ADMIN_KEY: encodeBase58(nextSeed) });
  expect(early.complaints[0]).toContain('was not proposed');
  expect(await offline(adminSeed, 'chain', 'set', 'admin', next)).toEqual([
    `Proposes ${next} as administrator of the program ${shared.PID_PROGRAM_ID}.`,
  ]);
  expect(await offline(nextSeed, 'chain', 'accept')).toEqual([
    `Takes over the administration of the program ${shared.PID_PROGRAM_ID}.`,
  ]);
  const former = await runPid(['chain', 'set', 'registrar', newSigner().address], {
    ...shared,
    PID_ADMIN_KEY: encodeBase58(adminSeed),
  });
  expect(former.complaints[0]).toContain(`the config is administered by ${next}`);
});
