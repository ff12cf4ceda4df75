import {
  INSTRUCTION_TAGS,
  encodeBase58,
  exitSolInstruction,
  deriveWallet,
  accountIdFromPid,
  type Address,
} from '@pid/protocol';
import { expect, test } from 'vitest';
import { newSigner } from '../../test/chain-helper.ts';
import { findTaker } from './find-taker.ts';
import type { Operation } from './operation.ts';
import type { RelayDeps } from './relay-deps.ts';

const programId = newSigner().address;
const wallet = deriveWallet(programId, accountIdFromPid('taker@pid'));
const operation = {
  account: wallet.account,
  accountNonce: 5n,
  signature: 'ours',
  blockhashSlot: 10_000n,
  seekBefore: null,
} as unknown as Operation;

interface Entry {
  readonly signature: string;
  readonly slot: bigint;
  readonly err: unknown;
}

function exit(nonce: bigint, bent: { program?: Address; wallet?: typeof wallet } = {}) {
  const { accounts, data } = exitSolInstruction(bent.wallet ?? wallet, {
    nonce,
    expiry: 1n,
    amount: 1n,
    destination: newSigner().address,
    tail: new Uint8Array(1),
  });
  const keys = [...accounts.map(({ address }) => address), bent.program ?? programId];
  const instruction = {
    programIdIndex: keys.length - 1,
    accounts: accounts.map((_, index) => index),
    data: encodeBase58(data),
  };
  return { keys, instruction };
}

/** A node with this history, which counts the requests. */
function node(entries: readonly Entry[], transactions: Record<string, object | null>) {
  const asked = { pages: 0, transactions: 0 };
  const reply = <T>(value: T) => ({ send: async () => value });
  const rpc = {
    getSignaturesForAddress(_address: Address, { before, limit }: { before?: string; limit: number }) {
      asked.pages += 1;
      const start = before ? entries.findIndex(({ signature }) => signature === before) + 1 : 0;
      return reply(entries.slice(start, start + limit));
    },
    getTransaction(signature: string) {
      asked.transactions += 1;
      return reply(transactions[signature] ?? null);
    },
  };
  return { asked, deps: { chain: { programId, client: { rpc } } } as unknown as RelayDeps };
}

const entry = (signature: string, slot = 20_000n, err: unknown = null): Entry => ({ signature, slot, err });
function transaction({ keys, instruction }: ReturnType<typeof exit>, err: unknown = null) {
  return { meta: { err }, transaction: { message: { accountKeys: keys, instructions: [instruction] } } };
}
const look = (entries: readonly Entry[], transactions: Record<string, object | null> = {}) =>
  findTaker(node(entries, transactions).deps, operation, 1n);

test('the taker is a successful transaction to our program with exactly this nonce and account', async () => {
  const other = deriveWallet(programId, accountIdFromPid('other@pid'));
  expect(await look([entry('a')], { a: transaction(exit(5n)) })).toEqual({ taker: 'another', before: null });
  const unknown = { taker: 'unknown', before: null };
  expect(await look([entry('a')], { a: transaction(exit(4n)) })).toEqual(unknown);
  expect(await look([entry('a')], { a: transaction(exit(5n, { wallet: other })) })).toEqual(unknown);
  expect(await look([entry('a')], { a: transaction(exit(5n, { program: newSigner().address })) })).toEqual(
    unknown,
  );
  expect(await look([entry('a', 20_000n, 'failed')], { a: transaction(exit(5n)) })).toEqual(unknown);
  // The index and the archive of a node may disagree.
  expect(await look([entry('a')], { a: transaction(exit(5n), 'failed') })).toEqual(unknown);
  expect(await look([entry('a')])).toEqual(unknown);
  expect(await look([])).toEqual(unknown);
  expect(INSTRUCTION_TAGS.exitSol).toBe(7);
});

test('our own signature is the taker, or failed', async () => {
  expect(await look([entry('b'), entry('ours')])).toEqual({ taker: 'ours', before: null });
  expect(await look([entry('ours', 20_000n, 'failed')])).toEqual({ taker: 'failed', before: null });
});

test('reads nothing older than the blockhash; a search stops after fifty transactions and continues there', async () => {
  const old = node([entry('a'), entry('b', 9000n), entry('c', 8999n)], { c: transaction(exit(5n)) });
  expect(await findTaker(old.deps, operation, 1n)).toEqual({ taker: 'unknown', before: null });
  expect(old.asked).toEqual({ pages: 1, transactions: 1 });
  const many = [...Array.from({ length: 70 }, (_, index) => entry(`junk ${index}`)), entry('taker')];
  const flooded = node(many, { taker: transaction(exit(5n)) });
  const first = await findTaker(flooded.deps, operation, 1n);
  expect(first).toEqual({ taker: 'unknown', before: 'junk 49' });
  expect(flooded.asked.transactions).toBe(50);
  expect(await findTaker(flooded.deps, { ...operation, seekBefore: first.before }, 1n)).toEqual({
    taker: 'another',
    before: null,
  });
});
