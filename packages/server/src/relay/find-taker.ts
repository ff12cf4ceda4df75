import { decodeBase58, takenNonce, type Address } from '@pid/protocol';
import type { Signature } from '@solana/kit';
import type { Taker } from './decide-outcome.ts';
import type { Operation } from './operation.ts';
import type { RelayDeps } from './relay-deps.ts';

export interface Found {
  readonly taker: Taker;
  /** Where the next search continues in the account's history; null starts at its newest entry. */
  readonly before: string | null;
}

const entriesPerPage = 1000;
const pagesPerLook = 5;
/** Anyone can mention an account in a transaction, so the number of transactions per search is limited. */
const transactionsPerLook = 50;
/**
 * The slots of a fork differ from those of the chain that won: the transaction that used the nonce may be
 * slightly before our blockhash.
 */
const forkSlots = 512n;

/**
 * Searches finalized blocks for the transaction that used the operation's nonce: ours by its signature,
 * another by an instruction with exactly this nonce. A transaction missing from a history proves nothing:
 * nodes prune, lag and drop.
 */
export async function findTaker(
  { chain }: Pick<RelayDeps, 'chain'>,
  operation: Operation,
  minContextSlot: bigint,
): Promise<Found> {
  const oldest = (operation.blockhashSlot ?? 0n) - forkSlots;
  let before = operation.seekBefore;
  let reads = 0;
  for (let page = 0; page < pagesPerLook; page += 1) {
    const entries = await chain.client.rpc
      .getSignaturesForAddress(operation.account, {
        commitment: 'finalized',
        minContextSlot,
        limit: entriesPerPage,
        ...(before === null ? {} : { before: before as Signature }),
      })
      .send();
    for (const { signature, slot, err } of entries) {
      if (slot < oldest) return { taker: 'unknown', before: null };
      if (String(signature) === operation.signature)
        return { taker: err === null ? 'ours' : 'failed', before: null };
      if (err === null) {
        if (reads === transactionsPerLook) return { taker: 'unknown', before };
        reads += 1;
        if (await takesNonce(chain, signature, operation)) return { taker: 'another', before: null };
      }
      before = signature;
    }
    if (entries.length === 0) return { taker: 'unknown', before: null };
  }
  return { taker: 'unknown', before };
}

/** Whether a successful transaction uses the nonce and the account of the operation. */
async function takesNonce(
  { client, programId }: RelayDeps['chain'],
  signature: Signature,
  { account, accountNonce }: Operation,
): Promise<boolean> {
  const found = await client.rpc
    .getTransaction(signature, {
      commitment: 'finalized',
      encoding: 'json',
      maxSupportedTransactionVersion: 0,
    })
    .send();
  if (!found || found.meta?.err) return false;
  const { message } = found.transaction;
  const loaded = found.meta && 'loadedAddresses' in found.meta ? found.meta.loadedAddresses : undefined;
  const keys: readonly Address[] = [
    ...message.accountKeys,
    ...(loaded?.writable ?? []),
    ...(loaded?.readonly ?? []),
  ];
  // Our program refuses calls from other programs, so its instructions are always in the message itself.
  return message.instructions.some(({ programIdIndex, accounts, data }) => {
    if (keys[programIdIndex] !== programId) return false;
    const bytes = decodeBase58(data);
    const taken =
      bytes &&
      takenNonce(
        bytes,
        accounts.map((index) => keys[index]!),
      );
    // The instruction that finishes a recovery names no nonce and uses the current one.
    return taken?.account === account && (taken.nonce ?? accountNonce) === accountNonce;
  });
}
