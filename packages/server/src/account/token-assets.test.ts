import {
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  addressBytes,
  concatBytes,
  findTokenAccountAddress,
  toAddress,
  utf8,
  type Address,
  type ProgramInstruction,
} from '@pid/protocol';
import { embeddedFaucet } from '@pid/dev-chain';
import { getCreateAccountWithSeedInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintToInstruction,
} from '@solana-program/token';
import { createAddressWithSeed, createNoopSigner, type Instruction } from '@solana/kit';
import { beforeAll, expect, test } from 'vitest';
import { chainOf, giveTokens, newAccount, withdraw, type WalletOwner } from '../../test/account-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import { landTransaction } from '../chain/index.ts';
import type { ChainClient } from '../platform/chain/client/index.ts';
import type { Signer } from '../platform/chain/index.ts';

let service: TestService;
let chain: ChainClient;

beforeAll(async () => {
  service = await startTestService();
  chain = await chainOf(service);
});

async function land(payer: Signer, instructions: readonly Instruction[]): Promise<void> {
  const sleep = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis));
  await landTransaction({ client: chain, sleep }, payer, instructions);
}

const borsh = (text: string) => {
  const bytes = utf8(text);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, bytes.length, true);
  return concatBytes(length, bytes);
};

/** A Token-2022 mint with its name in itself, made by the real program, and 500 units of it for the vault. */
async function sendNamedToken(owner: WalletOwner, name: string, symbol: string): Promise<Address> {
  const faucet = await embeddedFaucet(service.db);
  const payer = createNoopSigner(faucet.address);
  const seed = `named-${symbol}`;
  const mint = toAddress(
    await createAddressWithSeed({ baseAddress: faucet.address, programAddress: TOKEN_2022_PROGRAM, seed }),
  );
  const [ata] = await findAssociatedTokenPda({ owner: owner.vault, mint, tokenProgram: TOKEN_2022_PROGRAM });
  const toProgram = (data: Uint8Array, roles: readonly [Address, 0 | 1 | 2][]): ProgramInstruction => ({
    programAddress: TOKEN_2022_PROGRAM,
    accounts: roles.map(([address, role]) => ({ address, role })),
    data: new Uint8Array(data),
  });
  const key = addressBytes(faucet.address);
  // MetadataPointerInstruction::Initialize: authority, then the account with the metadata.
  const initializePointer = toProgram(concatBytes(Uint8Array.of(39, 0), key, addressBytes(mint)), [
    [mint, 1],
  ]);
  // TokenMetadataInstruction::Initialize: name, symbol, address of a file.
  const initializeMetadata = toProgram(
    concatBytes(Buffer.from('d2e11ea258b84d8d', 'hex'), borsh(name), borsh(symbol), borsh('')),
    [
      [mint, 1],
      [faucet.address, 0],
      [mint, 0],
      [faucet.address, 2],
    ],
  );
  await land(faucet, [
    getCreateAccountWithSeedInstruction({
      payer,
      newAccount: mint,
      base: faucet.address,
      seed,
      amount: 10_000_000n,
      space: 166 + 68,
      programAddress: TOKEN_2022_PROGRAM,
    }),
    initializePointer,
    getInitializeMint2Instruction(
      { mint, decimals: 2, mintAuthority: faucet.address },
      { programAddress: TOKEN_2022_PROGRAM },
    ),
    initializeMetadata,
    getCreateAssociatedTokenIdempotentInstruction({
      payer,
      ata,
      owner: owner.vault,
      mint,
      tokenProgram: TOKEN_2022_PROGRAM,
    }),
    getMintToInstruction(
      { mint, token: ata, mintAuthority: payer, amount: 500n },
      { programAddress: TOKEN_2022_PROGRAM },
    ),
  ]);
  return mint;
}

/** A mint of the classic token program without a name, and 500 units of it for the vault. */
async function sendPlainToken(owner: WalletOwner): Promise<Address> {
  const faucet = await embeddedFaucet(service.db);
  const payer = createNoopSigner(faucet.address);
  const mint = toAddress(
    await createAddressWithSeed({
      baseAddress: faucet.address,
      programAddress: TOKEN_PROGRAM,
      seed: 'plain',
    }),
  );
  const ata = findTokenAccountAddress(owner.vault, mint).address;
  await land(faucet, [
    getCreateAccountWithSeedInstruction({
      payer,
      newAccount: mint,
      base: faucet.address,
      seed: 'plain',
      amount: 2_000_000n,
      space: 82,
      programAddress: TOKEN_PROGRAM,
    }),
    getInitializeMint2Instruction({ mint, decimals: 2, mintAuthority: faucet.address }),
    getCreateAssociatedTokenIdempotentInstruction({
      payer,
      ata,
      owner: owner.vault,
      mint,
      tokenProgram: TOKEN_PROGRAM,
    }),
    getMintToInstruction({ mint, token: ata, mintAuthority: payer, amount: 500n }),
  ]);
  return mint;
}

test('names tokens from the metadata of their mint, and says that its maker chose the name', async () => {
  const owner = await newAccount(service);
  const mint = await sendNamedToken(owner, 'USD\u202E Coin\u0007', 'USDC');
  const { items } = await owner.client.call('listAssets');
  expect(items).toEqual([
    { asset: 'SOL', amount: expect.any(String), decimals: 9, unsolicited: false, movable: true },
    {
      asset: mint,
      amount: '500',
      decimals: 2,
      token: { name: 'USD Coin', symbol: 'USDC', verified: false },
      unsolicited: true,
      movable: false,
      refused: 'token_2022',
      reason: 'Token-2022 is not supported',
    },
  ]);
});

test('a token that the player withdrew is no longer unsolicited', async () => {
  const owner = await newAccount(service);
  const mint = await sendPlainToken(owner);
  const isUnsolicited = async () =>
    (await owner.client.call('listAssets')).items.find(({ asset }) => asset === mint)?.unsolicited;
  expect(await isUnsolicited()).toBe(true);
  const answer = await withdraw(owner, { asset: mint, to: newSigner().address, amount: 1n });
  expect(answer.status, answer.text).toBe(200);
  expect(await isUnsolicited()).toBe(false);
});

test('a known mint is verified and not unsolicited', async () => {
  const owner = await newAccount(service);
  const mint = await giveTokens(service, chain, owner.vault, 7n);
  const { items } = await owner.client.call('listAssets');
  expect(items[1]).toMatchObject({
    asset: mint,
    token: { name: 'Test token', symbol: 'TEST', verified: true },
    unsolicited: false,
  });
});
