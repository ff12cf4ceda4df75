import {
  EVERYTHING,
  SYSTEM_PROGRAM,
  TRANSFER_NOTE_BYTES_MAX,
  decodeBase58,
  transferNoteBytes,
  type Address,
} from '@pid/protocol';
import type { Signature } from '@solana/kit';
import { beforeAll, expect, test } from 'vitest';
import {
  balanceOf,
  chainOf,
  giveTokens,
  newAccount,
  withdrawalBody,
  type Wanted,
  type WalletOwner,
} from '../../test/account-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import type { ChainClient } from '../platform/chain/client/index.ts';
import { unitLimits } from '../relay/index.ts';

let service: TestService;
let chain: ChainClient;

beforeAll(async () => {
  service = await startTestService();
  chain = await chainOf(service);
});

const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

interface Note {
  readonly memo?: string;
  readonly references?: string[];
}

/** Quotes and withdraws as the page does, with the note in both requests. */
async function pay(owner: WalletOwner, wanted: Wanted, note: Note) {
  const quote = await owner.client.post('/v1/account/withdraw/quote', {
    asset: wanted.asset ?? 'SOL',
    ...note,
  });
  const quoted = BigInt(quote.body.networkFeeLamports);
  const body = await withdrawalBody(owner, { ...wanted, quoted });
  const answer = await owner.client.post('/v1/account/withdraw', { ...body, ...note });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as { signature: string };
}

async function landed(signature: string) {
  const config = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 } as const;
  const found = await chain.rpc.getTransaction(signature as Signature, config).send();
  const { accountKeys, instructions } = found!.transaction.message;
  return {
    units: Number(found!.meta!.computeUnitsConsumed),
    instructions: instructions.map(({ programIdIndex, accounts, data }) => ({
      program: accountKeys[programIdIndex]!,
      accounts: accounts.map((index) => accountKeys[index]!),
      data: Buffer.from(decodeBase58(data)!),
    })),
  };
}

/** What Chromium adds to some clientDataJSON, which the transaction contains. */
const longerClientData =
  ',"other_keys_can_be_added_here":"do not compare clientDataJSON against a template. See https://goo.gl/yabPex"';

async function bytesOf(signature: string): Promise<number> {
  const config = { commitment: 'confirmed', encoding: 'base64', maxSupportedTransactionVersion: 0 } as const;
  const found = await chain.rpc.getTransaction(signature as Signature, config).send();
  return Buffer.from(found!.transaction[0], 'base64').length;
}

const mentions = async (reference: Address) =>
  (await chain.rpc.getSignaturesForAddress(reference, { commitment: 'confirmed' }).send()).map(
    ({ signature }) => String(signature),
  );

test('writes the memo into the chain, and the references find the payment', async () => {
  const owner = await newAccount(service);
  const [shop, first, second] = [newSigner().address, newSigner().address, newSigner().address];
  const memo = 'Pesanan 12 ☕';
  const paid = await pay(owner, { to: shop, amount: 3_000_000n }, { memo, references: [first, second] });
  const { instructions } = await landed(paid.signature);
  // As Solana Pay asks: the memo before the last instruction, the references in order at the end of the last.
  const [note, last] = instructions.slice(-2);
  expect(note).toEqual({ program: MEMO_PROGRAM, accounts: [], data: Buffer.from(memo) });
  expect(last!.program).toBe(SYSTEM_PROGRAM);
  expect(last!.accounts.slice(1)).toEqual([shop, first, second]);
  // A transfer of nothing: instruction 2, 0 lamports.
  expect(last!.data).toEqual(Buffer.from('020000000000000000000000', 'hex'));
  expect(await balanceOf(chain, shop)).toBe(3_000_000n);
  expect(await mentions(first)).toEqual([paid.signature]);
  expect(await mentions(second)).toEqual([paid.signature]);
});

test('a payment without a note has no further instruction', async () => {
  const owner = await newAccount(service);
  const shop = newSigner().address;
  const { instructions } = await landed((await pay(owner, { to: shop, amount: 3_000_000n }, {})).signature);
  expect(instructions.map(({ program }) => program)).not.toContain(MEMO_PROGRAM);
  expect(instructions.map(({ program }) => program)).not.toContain(SYSTEM_PROGRAM);
});

test('the longest note fits beside the longest withdrawal of tokens', async () => {
  const owner = await newAccount(service);
  const asset = await giveTokens(service, chain, owner.vault, 50n);
  for (const count of [0, 1, 4]) {
    const references = Array.from({ length: count }, () => String(newSigner().address));
    const memo = 'm'.repeat(
      TRANSFER_NOTE_BYTES_MAX - transferNoteBytes({ references: references as Address[] }),
    );
    const note = { memo, ...(count > 0 ? { references } : {}) };
    const wanted = { asset, to: newSigner().address, amount: 5n };
    const { signature } = await pay(owner, wanted, note);
    const { units, instructions } = await landed(signature);
    expect((await bytesOf(signature)) + longerClientData.length).toBeLessThanOrEqual(1232);
    expect(units).toBeLessThan(unitLimits.withdrawSpl + unitLimits.transferNote);
    expect(instructions.some(({ data }) => data.toString() === memo)).toBe(true);
  }
});

test('a withdrawal of everything can have a note', async () => {
  const owner = await newAccount(service);
  const reference = newSigner().address;
  const paid = await pay(owner, { to: newSigner().address, amount: EVERYTHING }, { references: [reference] });
  expect(await mentions(reference)).toEqual([paid.signature]);
  expect(await balanceOf(chain, owner.vault)).toBe(0n);
});

test('refuses a note that does not fit, before anything is signed', async () => {
  const owner = await newAccount(service);
  const reference = String(newSigner().address);
  const quote = (note: object) => owner.client.post('/v1/account/withdraw/quote', { asset: 'SOL', ...note });
  const tooLong = ['memo must have at most 160 bytes in UTF-8, minus 33 for each reference'];
  expect((await quote({ memo: 'é'.repeat(81) })).body.message).toEqual(tooLong);
  expect((await quote({ memo: 'm'.repeat(128), references: [reference] })).body.message).toEqual(tooLong);
  expect((await quote({ memo: 'm'.repeat(127), references: [reference] })).status).toBe(200);
  expect((await quote({ references: ['1'.repeat(40)] })).body.message).toEqual([
    'references must be Solana addresses',
  ]);
  expect((await quote({ references: [reference, reference] })).status).toBe(400);
  expect((await quote({ references: [] })).status).toBe(400);
  expect((await quote({ memo: '' })).status).toBe(400);
  const body = await withdrawalBody(owner, { to: newSigner().address, amount: 3_000_000n });
  const answer = await owner.client.post('/v1/account/withdraw', { ...body, memo: 'é'.repeat(81) });
  expect(answer.body.message).toEqual(tooLong);
});
