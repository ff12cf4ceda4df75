import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, findTokenAccountAddress, type Address } from '@pid/protocol';
import { getCreateAccountWithSeedInstruction } from '@solana-program/system';
import {
  AuthorityType,
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getFreezeAccountInstruction,
  getInitializeMint2Instruction,
  getMintToInstruction,
  getSetAuthorityInstruction,
} from '@solana-program/token';
import { createAddressWithSeed, createNoopSigner, type Instruction } from '@solana/kit';
import { beforeAll, expect, test } from 'vitest';
import {
  balanceOf,
  chainOf,
  fund,
  giveTokens,
  newAccount,
  newOwner,
  activate,
  sol,
  withdraw,
  withdrawalBody,
  type WalletOwner,
} from '../../test/account-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import { moveToMorning } from '../../test/move-to-morning.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import { chainKeys, configureProgram, landTransaction } from '../chain/index.ts';
import type { ChainClient } from '../platform/chain/client/index.ts';
import type { Signer } from '../platform/chain/index.ts';
import { embeddedFaucet } from '@pid/dev-chain';
import { loadConfig } from '../settings.ts';
import { randomIds } from '../platform/ids.ts';
import { serviceSecret } from '../sessions/index.ts';

let service: TestService;
let chain: ChainClient;

beforeAll(async () => {
  service = await startTestService();
  chain = await chainOf(service);
});

const realSleep = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis));
const keys = (of: TestService) =>
  chainKeys(loadConfig({}), (name) => serviceSecret(of, name, randomIds.bytes(32), of.clock.now()));

async function land(instructions: readonly Instruction[], signers: readonly Signer[] = []): Promise<void> {
  const faucet = await embeddedFaucet(service.db);
  await landTransaction({ client: chain, sleep: realSleep }, faucet, instructions, signers);
}

/** A mint of the given token program with 1,000 base units for the owner's vault. */
async function deposit(owner: WalletOwner, tokenProgram: Address, seed: string): Promise<Address> {
  const faucet = createNoopSigner((await embeddedFaucet(service.db)).address);
  const mint = await createAddressWithSeed({
    baseAddress: faucet.address,
    programAddress: tokenProgram,
    seed,
  });
  const ata = await tokenAccount(owner.vault, mint, tokenProgram);
  await land([
    getCreateAccountWithSeedInstruction({
      payer: faucet,
      newAccount: mint,
      base: faucet.address,
      seed,
      amount: 2_000_000n,
      space: 82,
      programAddress: tokenProgram,
    }),
    getInitializeMint2Instruction(
      { mint, decimals: 2, mintAuthority: faucet.address, freezeAuthority: faucet.address },
      { programAddress: tokenProgram },
    ),
    getCreateAssociatedTokenIdempotentInstruction({
      payer: faucet,
      ata,
      owner: owner.vault,
      mint,
      tokenProgram,
    }),
    getMintToInstruction(
      { mint, token: ata, mintAuthority: faucet, amount: 1000n },
      { programAddress: tokenProgram },
    ),
  ]);
  return mint;
}

async function tokenAccount(owner: Address, mint: Address, tokenProgram: Address): Promise<Address> {
  if (tokenProgram === TOKEN_PROGRAM) return findTokenAccountAddress(owner, mint).address;
  return (await findAssociatedTokenPda({ owner, mint, tokenProgram }))[0];
}

const assetOf = async (owner: WalletOwner, mint: Address) =>
  (await owner.client.get('/v1/account/assets')).body.items.find(
    ({ asset }: { asset: string }) => asset === mint,
  );

test('a token frozen between quote and withdrawal is listed as frozen and refused at no cost', async () => {
  const owner = await newAccount(service);
  const mint = await deposit(owner, TOKEN_PROGRAM, 'frozen');
  expect(await assetOf(owner, mint)).toEqual({
    asset: mint,
    amount: '1000',
    decimals: 2,
    unsolicited: true,
    movable: true,
  });
  const body = await withdrawalBody(owner, { asset: mint, to: newSigner().address, amount: 10n });
  const faucet = createNoopSigner((await embeddedFaucet(service.db)).address);
  const account = findTokenAccountAddress(owner.vault, mint).address;
  await land([getFreezeAccountInstruction({ account, mint, owner: faucet })]);
  const before = await balanceOf(chain, owner.vault);
  expect((await owner.client.post('/v1/account/withdraw', body)).body).toEqual({
    statusCode: 400,
    message: `The vault's tokens of ${mint} are frozen by the freeze authority of their mint`,
  });
  expect(await assetOf(owner, mint)).toMatchObject({
    movable: false,
    reason: 'frozen by the freeze authority of its mint',
  });
  expect(await balanceOf(chain, owner.vault)).toBe(before);
});

test('a Token-2022 deposit is listed as not movable, and its withdrawal is refused with that reason', async () => {
  const owner = await newAccount(service);
  const mint = await deposit(owner, TOKEN_2022_PROGRAM, 'extended');
  expect(await assetOf(owner, mint)).toEqual({
    asset: mint,
    amount: '1000',
    decimals: 2,
    unsolicited: true,
    movable: false,
    refused: 'token_2022',
    reason: 'Token-2022 is not supported',
  });
  const sentence = `${mint} is a Token-2022 mint, which is not supported: its tokens are listed but cannot be withdrawn`;
  expect((await owner.client.post('/v1/account/withdraw/quote', { asset: mint })).body.message).toBe(
    sentence,
  );
  const answer = await withdraw(owner, { asset: mint, to: newSigner().address, amount: 10n });
  expect(answer.body).toEqual({ statusCode: 400, message: sentence });
});

test('refuses to send tokens to a token account whose ownership was transferred away', async () => {
  const owner = await newAccount(service);
  const receiver = newSigner();
  const mint = await giveTokens(service, chain, receiver.address, 5n);
  await giveTokens(service, chain, owner.vault, 500n);
  const owned = findTokenAccountAddress(receiver.address, mint).address;
  await land(
    [
      getSetAuthorityInstruction({
        owned,
        owner: createNoopSigner(receiver.address),
        authorityType: AuthorityType.AccountOwner,
        newAuthority: newSigner().address,
      }),
    ],
    [receiver],
  );
  const answer = await withdraw(owner, { asset: mint, to: receiver.address, amount: 10n });
  expect(answer.body).toEqual({
    statusCode: 400,
    message: expect.stringContaining('has another owner or mint'),
  });
});

test('a superseded fee policy is accepted for 600 seconds and refused afterwards', async () => {
  const other = await startTestService();
  const client = await chainOf(other);
  const owner = await newAccount(other);
  const facts = (await owner.client.get('/v1/chain')).body;
  const late = await newAccount(other);
  await configureProgram({ client, sleep: realSleep, report() {} }, facts.programId, {
    keys: await keys(other),
    rpId: facts.rpId,
    origin: facts.origin,
    protocolFeeBps: 2000,
    maxNetworkFeeLamports: null,
  });
  other.clock.advanceSeconds(30);
  const quote = await owner.client.post('/v1/account/withdraw/quote', { asset: 'SOL' });
  expect(quote.body).toMatchObject({
    networkFeeLamports: '10000',
    protocolFeeBps: 2000,
    feePolicyVersion: 2,
  });
  const to = newSigner().address;
  const old = await withdraw(owner, { to, amount: 5_000_000n, feePolicyVersion: 1 });
  expect(old.status).toBe(200);
  const operations = (await owner.client.get('/v1/account/operations')).body.items;
  expect(operations[0]).toMatchObject({ networkFeeLamports: '10000', protocolFeeLamports: '1000' });
  expect((await withdraw(late, { to, amount: 5_000_000n })).status).toBe(200);
  other.clock.advanceSeconds(600);
  const dead = await withdraw(owner, { to, amount: 5_000_000n, feePolicyVersion: 1 });
  expect(dead.body).toEqual({
    statusCode: 400,
    message: 'feePolicyVersion 1 was superseded more than 600 seconds ago, the current one is 2',
  });
});

test('a relayer without enough funds refuses before storing anything, and the metric shows its balance', async () => {
  const poor = await startTestService({ PID_RELAYER_MIN_LAMPORTS: '900000000000000' }, service);
  const there = (owner: WalletOwner): WalletOwner => {
    const client = poor.client();
    client.setCookie('pid_access', owner.client.cookie('pid_access')!);
    return { ...owner, client };
  };
  const refusal = { status: 503, body: { message: 'The relayer has too little SOL, try again later' } };
  const states = async ({ client }: WalletOwner) => (await client.get('/v1/account/operations')).body.items;
  const [newcomer, owner] = [await newOwner(service), await newAccount(service)];
  await fund(newcomer, sol);
  expect(await activate(there(newcomer))).toMatchObject(refusal);
  expect(await states(newcomer)).toEqual([]);
  const wanted = { to: newSigner().address, amount: 5_000_000n };
  expect(await withdraw(there(owner), wanted)).toMatchObject(refusal);
  expect(await states(owner)).toHaveLength(1);
  const metrics = await (await fetch(`${poor.baseUrl}/metrics`)).text();
  expect(Number(/^pid_relayer_lamports (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThan(1e9);
});

test('refuses with 503 when the global daily cap is used up', async () => {
  const tight = await startTestService({ PID_RELAY_ACTIVATION_GLOBAL_CAP_LAMPORTS: '20000' });
  moveToMorning(tight);
  const [first, second] = [await newOwner(tight), await newOwner(tight)];
  await fund(first, sol);
  await fund(second, sol);
  expect((await activate(first)).status).toBe(200);
  expect(await activate(second)).toMatchObject({
    status: 503,
    body: { message: 'The service’s sponsorship for today is used up, try again tomorrow' },
  });
});
