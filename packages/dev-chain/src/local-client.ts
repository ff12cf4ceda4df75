import type { Address } from '@pid/protocol';
import type {
  ChainClient,
  OnChainAccount,
  TransactionStatus,
} from '@pid/server/platform/chain/client/index.ts';
import type { EmbeddedChain } from './embedded-chain.ts';
import { feeOf } from './fee.ts';
import { parseMessage, parseTransaction } from './parse-transaction.ts';
import { latestBlockhash } from './rpc/ledger-methods.ts';
import { contextSlot } from './rpc/params.ts';

type Options = NonNullable<Parameters<ChainClient['accounts']>[1]>;

/**
 * A client that calls the chain directly while this process owns it, without JSON-RPC. It uses `far` while
 * another process owns the chain, and after every failed call: `far` waits, retries and reports errors.
 */
export function localClient(local: () => EmbeddedChain | null, far: ChainClient): ChainClient {
  const verified = new WeakSet<EmbeddedChain>();

  async function near<T>(work: (chain: EmbeddedChain) => Promise<T> | T, ask: () => Promise<T>): Promise<T> {
    const chain = local();
    if (!chain) return ask();
    if (!verified.has(chain)) {
      // Throws when this database belongs to another chain.
      await far.genesisHash();
      verified.add(chain);
    }
    try {
      return await work(chain);
    } catch {
      return ask();
    }
  }

  const client: ChainClient = {
    ...far,
    isSingleNode: true,
    accounts: (addresses, options) =>
      near(
        (chain) => readAccounts(chain, addresses, options),
        () => far.accounts(addresses, options),
      ),
    async account(address, options) {
      const { slot, accounts } = await client.accounts([address], options);
      return { slot, account: accounts[0] ?? null };
    },
    latestBlockhash: (options) =>
      near(
        ({ time }) => {
          const slot = slotOf(time, options);
          return { slot, ...latestBlockhash(time, slot) };
        },
        () => far.latestBlockhash(options),
      ),
    feeForMessage: (messageBytes, options) =>
      near(
        (chain) => {
          const message = parseMessage(messageBytes);
          return chain.isBlockhashValid(message.blockhash, slotOf(chain.time, options))
            ? feeOf(message)
            : null;
        },
        () => far.feeForMessage(messageBytes, options),
      ),
    simulate: (wire, options) =>
      near(
        (chain) => simulate(chain, wire, options),
        () => far.simulate(wire, options),
      ),
    send: (wire) =>
      near(
        async (chain) => {
          const transaction = parseTransaction(wire);
          await chain.send(transaction, null);
          return transaction.signature;
        },
        () => far.send(wire),
      ),
    statuses: (signatures) =>
      near(
        (chain) => readStatuses(chain, signatures, far),
        () => far.statuses(signatures),
      ),
    slot: (options) =>
      near(
        ({ time }) => slotOf(time, options),
        () => far.slot(options),
      ),
    blockHeight: (options) =>
      near(
        ({ time }) => time.blockHeightOf(slotOf(time, options)),
        () => far.blockHeight(options),
      ),
  };
  return client;
}

function slotOf(time: EmbeddedChain['time'], options: Options = {}): bigint {
  const { commitment = 'confirmed', minContextSlot } = options;
  return contextSlot(time, { commitment, minContextSlot });
}

async function readAccounts(
  chain: EmbeddedChain,
  addresses: readonly Address[],
  options: Options = {},
): Promise<{ slot: bigint; accounts: (OnChainAccount | null)[] }> {
  const slot = slotOf(chain.time, options);
  const accounts = await chain.accountsAt(addresses, slot);
  const { dataSlice } = options;
  if (!dataSlice) return { slot, accounts };
  const end = dataSlice.offset + dataSlice.length;
  return {
    slot,
    accounts: accounts.map(
      (account) => account && { ...account, data: account.data.subarray(dataSlice.offset, end) },
    ),
  };
}

async function simulate(
  chain: EmbeddedChain,
  wire: Uint8Array,
  options: Parameters<ChainClient['simulate']>[1] = {},
): ReturnType<ChainClient['simulate']> {
  slotOf(chain.time, options);
  const { commitment = 'confirmed', verifySignatures = true, accounts: wanted = [] } = options;
  const { slot, result, accounts } = await chain.simulate(parseTransaction(wire), commitment, {
    verifySignatures,
    anyBlockhash: false,
    accounts: wanted,
  });
  // JSON-RPC reports a wrong signature as an error of the request, so let `far` handle it.
  if (verifySignatures && result.error === 'SignatureFailure') throw new Error(result.error);
  const { error, logs, unitsConsumed } = result;
  return { slot, error, logs, unitsConsumed, accounts: error === null ? accounts : [] };
}

/** `far` reads the statuses that are older than the ones in memory. */
async function readStatuses(
  chain: EmbeddedChain,
  signatures: readonly string[],
  far: ChainClient,
): Promise<(TransactionStatus | null)[]> {
  const recent = signatures.map((signature) => chain.recentStatus(signature));
  const older = signatures.filter((_, index) => recent[index] === null);
  const found = older.length > 0 ? await far.statuses(older) : [];
  const olderStatuses = new Map(older.map((signature, index) => [signature, found[index] ?? null]));
  return signatures.map((signature, index) => {
    const status = recent[index];
    if (!status) return olderStatuses.get(signature) ?? null;
    return { ...status, commitment: chain.time.commitmentOf(status.slot) };
  });
}
