import {
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  findTokenAccountAddress,
  rentExemptLamports,
  type Address,
} from '@pid/protocol';
import { getCreateAccountInstruction } from '@solana-program/system';
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintToInstruction,
} from '@solana-program/token';
import { createNoopSigner } from '@solana/kit';
import { expect, test } from 'vitest';
import {
  airdrop,
  base64,
  latestBlockhash,
  newSigner,
  send,
  testChain,
  transferWire,
  type TestChain,
} from '../../../server/test/chain-helper.ts';
import { slotSeconds } from '../../../server/test/pace.ts';
import { signInstructions, type Signer } from '@pid/server/platform/chain/index.ts';

const call = ({ access }: TestChain, method: string, ...params: unknown[]) =>
  access.answer({ jsonrpc: '2.0', id: 7, method, params });
const errorOf = async (reply: Promise<{ error?: unknown }>) => (await reply).error;

async function fundedChain(): Promise<{ chain: TestChain; from: Signer; to: Signer }> {
  const chain = await testChain();
  const [from, to] = [newSigner(), newSigner()];
  await airdrop(chain, from.address, 10_000_000_000n);
  return { chain, from, to };
}

test('refuses invalid requests, methods and parameters with JSON-RPC codes', async () => {
  const chain = await testChain();
  expect(await chain.access.answer({ id: 1, method: 'getSlot' })).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32_600, message: 'Invalid request' },
  });
  expect(await errorOf(call(chain, 'getBlocks'))).toEqual({ code: -32_601, message: 'Method not found' });
  expect(await errorOf(call(chain, 'getBalance', 'not base58!'))).toMatchObject({
    code: -32_602,
    message: 'Invalid param: Invalid',
  });
  expect(await errorOf(call(chain, 'getBalance', '11111'))).toMatchObject({
    code: -32_602,
    message: 'Invalid param: WrongSize',
  });
  expect(await errorOf(call(chain, 'getBalance'))).toMatchObject({ code: -32_602 });
  expect(await errorOf(call(chain, 'getMultipleAccounts', Array(101).fill(SYSTEM_PROGRAM)))).toEqual({
    code: -32_602,
    message: 'Too many inputs provided; max 100',
  });
  expect(await errorOf(call(chain, 'getSlot', { commitment: 'soon' }))).toMatchObject({ code: -32_602 });
  expect(await errorOf(call(chain, 'sendTransaction', 'AAAA', { encoding: 'base64' }))).toMatchObject({
    code: -32_602,
  });
  expect(
    await errorOf(call(chain, 'sendTransaction', base64(new Uint8Array(1233)), { encoding: 'base64' })),
  ).toMatchObject({ code: -32_602, message: expect.stringContaining('too large: 1233 bytes') });
});

test('preflight failures carry the error, the logs and the message of a cluster', async () => {
  const { chain, from, to } = await fundedChain();
  const wire = await transferWire(chain, from, to.address, 11_000_000_000n);
  expect(
    await errorOf(
      call(chain, 'sendTransaction', base64(wire), { encoding: 'base64', preflightCommitment: 'confirmed' }),
    ),
  ).toEqual({
    code: -32_002,
    message: 'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
    data: {
      accounts: null,
      err: { InstructionError: [0, { Custom: 1 }] },
      fee: null,
      innerInstructions: null,
      loadedAccountsDataSize: 0,
      logs: [
        'Program 11111111111111111111111111111111 invoke [1]',
        'Transfer: insufficient lamports 9999995000, need 11000000000',
        'Program 11111111111111111111111111111111 failed: custom program error: 0x1',
      ],
      replacementBlockhash: null,
      returnData: null,
      unitsConsumed: 150n,
    },
  });
  const poor = await transferWire(chain, newSigner(), to.address, 1n);
  expect(
    await errorOf(
      call(chain, 'sendTransaction', base64(poor), { encoding: 'base64', preflightCommitment: 'confirmed' }),
    ),
  ).toMatchObject({
    code: -32_002,
    message:
      'Transaction simulation failed: Attempt to debit an account but found no record of a prior credit.',
    data: { err: 'AccountNotFound' },
  });
  const tiny = await transferWire(chain, from, to.address, 5n);
  expect(
    await errorOf(
      call(chain, 'sendTransaction', base64(tiny), { encoding: 'base64', preflightCommitment: 'confirmed' }),
    ),
  ).toMatchObject({
    code: -32_002,
    message:
      'Transaction simulation failed: Transaction results in an account (1) with insufficient funds for rent',
    data: { err: { InsufficientFundsForRent: { account_index: 1 } } },
  });
});

test('a wrong signature is refused by preflight and dropped without it', async () => {
  const { chain, from, to } = await fundedChain();
  const wire = await transferWire(chain, from, to.address, 2_000_000n);
  wire[10]! ^= 1;
  const options = { encoding: 'base64', preflightCommitment: 'confirmed' };
  expect(await errorOf(call(chain, 'sendTransaction', base64(wire), options))).toMatchObject({
    code: -32_002,
    data: { err: 'SignatureFailure' },
  });
  expect(
    await call(chain, 'sendTransaction', base64(wire), { ...options, skipPreflight: true }),
  ).toHaveProperty('result');
  expect((await chain.rpc.getBalance(to.address, { commitment: 'processed' }).send()).value).toBe(0n);
});

test('without preflight a transaction that fails lands, pays its fee and keeps its error', async () => {
  const { chain, from, to } = await fundedChain();
  const signature = await send(chain, await transferWire(chain, from, to.address, 11_000_000_000n), {
    skipPreflight: true,
  });
  chain.clock.advanceSeconds(slotSeconds);
  expect((await chain.rpc.getSignatureStatuses([signature]).send()).value[0]).toMatchObject({
    err: { InstructionError: [0n, { Custom: 1n }] },
    confirmationStatus: 'confirmed',
  });
  expect((await chain.rpc.getBalance(from.address, { commitment: 'confirmed' }).send()).value).toBe(
    10_000_000_000n - 5000n,
  );
  const stored = await chain.rpc
    .getTransaction(signature, {
      commitment: 'confirmed',
      encoding: 'json',
      maxSupportedTransactionVersion: 0,
    })
    .send();
  expect(stored).toMatchObject({
    version: 0,
    meta: {
      fee: 5000n,
      err: { InstructionError: [0n, { Custom: 1n }] },
      preBalances: [10_000_000_000n, 0n, 1n],
      postBalances: [9_999_995_000n, 0n, 1n],
    },
  });
});

test('finds older signatures only in the history, as on a cluster', async () => {
  const { chain, from, to } = await fundedChain();
  const signature = await send(chain, await transferWire(chain, from, to.address, 2_000_000n));
  chain.clock.advanceSeconds(slotSeconds * 301);
  await airdrop(chain, from.address, 1_000_000n);
  expect((await chain.rpc.getSignatureStatuses([signature]).send()).value).toEqual([null]);
  expect(
    (await chain.rpc.getSignatureStatuses([signature], { searchTransactionHistory: true }).send()).value[0],
  ).toMatchObject({ confirmationStatus: 'finalized', confirmations: null });
});

test('returns an error before minContextSlot is reached', async () => {
  const chain = await testChain();
  const slot = Number(await chain.rpc.getSlot({ commitment: 'processed' }).send());
  chain.clock.advanceSeconds(slotSeconds * 40);
  expect(
    await errorOf(
      call(chain, 'getBalance', SYSTEM_PROGRAM, { commitment: 'finalized', minContextSlot: slot + 40 }),
    ),
  ).toEqual({
    code: -32_016,
    message: 'Minimum context slot has not been reached',
    data: { contextSlot: slot + 8 },
  });
  expect(
    await call(chain, 'getBalance', SYSTEM_PROGRAM, { commitment: 'finalized', minContextSlot: slot + 8 }),
  ).toHaveProperty('result');
});

test('the clock sysvar, block times and the slots of each commitment agree', async () => {
  const chain = await testChain();
  const { value: clock } = await chain.rpc
    .getAccountInfo('SysvarC1ock11111111111111111111111111111111' as Address, {
      encoding: 'base64',
      commitment: 'processed',
    })
    .send();
  const data = Buffer.from(clock!.data[0], 'base64');
  const slot = await chain.rpc.getSlot({ commitment: 'processed' }).send();
  expect(data.readBigUInt64LE(0)).toBe(slot);
  expect(data.readBigInt64LE(32)).toBe(BigInt(chain.clock.nowSeconds()));
  expect(await chain.rpc.getBlockTime(slot).send()).toBe(BigInt(chain.clock.nowSeconds()));
  expect(await errorOf(call(chain, 'getBlockTime', Number(slot) + 1))).toEqual({
    code: -32_004,
    message: `Block not available for slot ${slot + 1n}`,
  });
  expect(await chain.rpc.getEpochInfo({ commitment: 'processed' }).send()).toMatchObject({
    absoluteSlot: slot,
    blockHeight: await chain.rpc.getBlockHeight({ commitment: 'processed' }).send(),
  });
});

test('a simulation changes nothing, returns the resulting accounts and uses the state of its commitment', async () => {
  const { chain, from, to } = await fundedChain();
  const wire = await transferWire(chain, from, to.address, 2_000_000n);
  const simulate = async (commitment: string) =>
    (
      await call(chain, 'simulateTransaction', base64(wire), {
        encoding: 'base64',
        commitment,
        sigVerify: true,
        accounts: { encoding: 'base64', addresses: [to.address] },
      })
    ).result as { value: { err: unknown; accounts: [{ lamports: bigint }] } };
  expect((await simulate('confirmed')).value).toMatchObject({
    err: null,
    accounts: [{ lamports: 2_000_000n }],
  });
  expect((await chain.rpc.getBalance(to.address, { commitment: 'processed' }).send()).value).toBe(0n);
  // In the finalized state the sender has not been funded yet, and the blockhash does not exist.
  expect((await simulate('finalized')).value.err).toBe('BlockhashNotFound');
  const replaced = await call(chain, 'simulateTransaction', base64(wire), {
    encoding: 'base64',
    commitment: 'finalized',
    replaceRecentBlockhash: true,
  });
  expect(replaced.result).toMatchObject({
    value: { err: 'AccountNotFound', replacementBlockhash: { blockhash: expect.any(String) } },
  });
  expect((await simulate('confirmed')).value.err).toBeNull();
});

test('finds token accounts by owner and mint, at each commitment', async () => {
  const { chain, from, to } = await fundedChain();
  const mint = newSigner();
  const payer = createNoopSigner(from.address);
  const token = findTokenAccountAddress(to.address, mint.address).address;
  const instructions = [
    getCreateAccountInstruction({
      payer,
      newAccount: createNoopSigner(mint.address),
      lamports: rentExemptLamports(82n),
      space: 82,
      programAddress: TOKEN_PROGRAM,
    }),
    getInitializeMint2Instruction({ mint: mint.address, decimals: 6, mintAuthority: from.address }),
    getCreateAssociatedTokenIdempotentInstruction({
      payer,
      ata: token,
      owner: to.address,
      mint: mint.address,
      tokenProgram: TOKEN_PROGRAM,
    }),
    getMintToInstruction({ mint: mint.address, token, mintAuthority: payer, amount: 1_500_000n }),
  ];
  await send(
    chain,
    await signInstructions({
      feePayer: from,
      signers: [mint],
      blockhash: await latestBlockhash(chain),
      instructions,
    }),
  );
  const owned = async (
    filter: { mint: Address } | { programId: Address },
    commitment: 'processed' | 'confirmed',
  ) =>
    (
      await chain.rpc.getTokenAccountsByOwner(to.address, filter, { encoding: 'base64', commitment }).send()
    ).value.map((entry) => entry.pubkey);
  expect(await owned({ programId: TOKEN_PROGRAM }, 'processed')).toEqual([token]);
  expect(await owned({ programId: TOKEN_PROGRAM }, 'confirmed')).toEqual([]);
  chain.clock.advanceSeconds(slotSeconds);
  expect(await owned({ mint: mint.address }, 'confirmed')).toEqual([token]);
  expect(
    (await chain.rpc.getTokenAccountBalance(token, { commitment: 'confirmed' }).send()).value,
  ).toMatchObject({ amount: '1500000', decimals: 6, uiAmountString: '1.5' });
  expect(
    (await chain.rpc.getTokenSupply(mint.address, { commitment: 'confirmed' }).send()).value.amount,
  ).toBe('1500000');
});
