import type { Input } from '@pid/contract';
import {
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  accountIdFromPid,
  findVaultAddress,
  type Address,
} from '@pid/protocol';
import type { Signature } from '@solana/kit';
import { orChainError, type Chain } from '../chain/index.ts';
import { decodeCursor, encodeCursor, type UserCaller } from '../platform/http/index.ts';
import { listRelayOperations } from '../relay/index.ts';
import type { AccountDeps } from './account-deps.ts';
import { readChanges, type Change } from './read-changes.ts';
import { walletOf } from './read-wallet.ts';

interface Entry {
  readonly signature: Signature;
  readonly slot: bigint;
  readonly at: bigint | null;
  readonly isFinal: boolean;
}

const limitMax = 20;
/**
 * Strangers can open token accounts for any wallet, so only a limited number is read, nonempty ones first.
 */
const tokenAccountsMax = 12;
const readsAtOnce = 5;
const keptMax = 20_000;
const signatureForm = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;

/**
 * Lists transfers in and out of the vault, newest first, as the chain records them, including transfers that
 * PID did not send. A page reads `limit` transactions; it has fewer items if some only mention the vault.
 * Finalized transactions are cached.
 */
export function openTransfers(deps: Pick<AccountDeps, 'db' | 'chain' | 'listCounterparties'>) {
  const { chain } = deps;
  const kept = new Map<string, readonly Change[]>();

  async function changesOf(vault: Address, { signature, isFinal }: Entry): Promise<readonly Change[]> {
    const key = `${vault} ${signature}`;
    const known = kept.get(key);
    if (known) return known;
    const changes = await readTransaction(chain, vault, signature);
    if (!changes) return [];
    if (isFinal) {
      if (kept.size >= keptMax) kept.clear();
      kept.set(key, changes);
    }
    return changes;
  }

  async function listTransfers({ pid, identityId }: UserCaller, query: Input<'listTransfers'>) {
    const limit = Math.min(query.limit ?? limitMax, limitMax);
    const [before] = decodeCursor(query.cursor, [signatureForm]) ?? [];
    const { vault } = walletOf(chain, pid);
    const entries = await orChainError(listEntries(chain, vault, limit + 1, before as Signature | undefined));
    const page = entries.slice(0, limit);
    const names = await knownWallets(deps, identityId);
    const items = [];
    for (let first = 0; first < page.length; first += readsAtOnce) {
      const part = page.slice(first, first + readsAtOnce);
      const changes = await orChainError(Promise.all(part.map((entry) => changesOf(vault, entry))));
      for (const [index, entry] of part.entries())
        if (changes[index]!.length > 0) items.push(describe(entry, changes[index]!, names));
    }
    return {
      items,
      nextCursor: entries.length > limit ? encodeCursor([page.at(-1)!.signature]) : null,
    };
  }

  return { listTransfers };
}

/** How many of the owner's newest withdrawals are searched for names. */
const operationsMax = 200;

/**
 * The wallets of players whose names the owner knows already: they exchanged rupiah, or the owner withdrew to the
 * player by name. Other wallets stay addresses, because a name would reveal whose they are.
 */
export async function knownWallets(
  { db, chain, listCounterparties }: Pick<AccountDeps, 'db' | 'chain' | 'listCounterparties'>,
  identityId: string,
): Promise<ReadonlyMap<string, string>> {
  const [counterparties, operations] = await Promise.all([
    listCounterparties(identityId),
    listRelayOperations(db, identityId, null, operationsMax),
  ]);
  const named = operations.flatMap(({ details: { toPid } }) => (typeof toPid === 'string' ? [toPid] : []));
  const pids = new Set([...counterparties, ...named]);
  return new Map(
    [...pids].map((pid) => [findVaultAddress(chain.programId, accountIdFromPid(pid)).address, pid]),
  );
}

function describe(
  { signature, at, isFinal }: Entry,
  changes: readonly Change[],
  names: ReadonlyMap<string, string>,
) {
  return {
    signature: String(signature),
    at: at === null ? null : new Date(Number(at) * 1000).toISOString(),
    state: isFinal ? ('finalized' as const) : ('confirmed' as const),
    changes: changes.map(({ asset, amount, decimals, counterparty }) => ({
      asset,
      direction: amount > 0n ? ('in' as const) : ('out' as const),
      amount: String(amount < 0n ? -amount : amount),
      decimals,
      counterparty,
      pid: counterparty === null ? null : (names.get(counterparty) ?? null),
    })),
  };
}

/**
 * Lists transactions of the vault and its token accounts: an incoming token transfer names only the token
 * account.
 */
async function listEntries(
  { client }: Chain,
  vault: Address,
  limit: number,
  before: Signature | undefined,
): Promise<Entry[]> {
  const addresses = [vault, ...(await tokenAccountsOf(client, vault))];
  const lists = await Promise.all(
    addresses.map((address) =>
      client.rpc
        .getSignaturesForAddress(address, {
          commitment: 'confirmed',
          limit,
          ...(before === undefined ? {} : { before }),
        })
        .send(),
    ),
  );
  const found = new Map<string, Entry>();
  for (const { signature, slot, err, blockTime, confirmationStatus } of lists.flat())
    if (err === null)
      found.set(signature, {
        signature,
        slot,
        at: blockTime === null ? null : BigInt(blockTime),
        isFinal: confirmationStatus === 'finalized',
      });
  return [...found.values()].toSorted((left, right) =>
    left.slot === right.slot ? 0 : left.slot < right.slot ? 1 : -1,
  );
}

async function tokenAccountsOf(client: Chain['client'], vault: Address): Promise<Address[]> {
  const lists = await Promise.all(
    [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map((programId) =>
      client.rpc
        .getTokenAccountsByOwner(vault, { programId }, { commitment: 'confirmed', encoding: 'base64' })
        .send(),
    ),
  );
  return lists
    .flatMap(({ value }) => value)
    .map(({ pubkey, account }) => ({
      pubkey,
      isEmpty: Buffer.from(account.data[0], 'base64')
        .subarray(64, 72)
        .every((byte) => byte === 0),
    }))
    .toSorted((left, right) => Number(left.isEmpty) - Number(right.isEmpty))
    .slice(0, tokenAccountsMax)
    .map(({ pubkey }) => pubkey);
}

/** Returns null if the node does not have the transaction or the transaction failed. */
async function readTransaction(chain: Chain, vault: Address, signature: Signature): Promise<Change[] | null> {
  const found = await chain.client.rpc
    .getTransaction(signature, {
      commitment: 'confirmed',
      encoding: 'json',
      maxSupportedTransactionVersion: 0,
    })
    .send();
  if (!found?.meta || found.meta.err) return null;
  const { meta, transaction } = found;
  const loaded = 'loadedAddresses' in meta ? meta.loadedAddresses : undefined;
  const ours = new Set<string>([chain.keys.relayer.address]);
  const { config } = await chain.deployment();
  ours.add(config.treasury);
  return readChanges(
    {
      keys: [...transaction.message.accountKeys, ...(loaded?.writable ?? []), ...(loaded?.readonly ?? [])],
      preBalances: meta.preBalances,
      postBalances: meta.postBalances,
      preTokenBalances: meta.preTokenBalances ?? [],
      postTokenBalances: meta.postTokenBalances ?? [],
    },
    vault,
    ours,
  );
}
