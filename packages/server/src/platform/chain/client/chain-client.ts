import { CLOCK_SYSVAR, decodeClock, type Address } from '@pid/protocol';
import {
  createSolanaRpcFromTransport,
  type Base64EncodedWireTransaction,
  type Commitment,
  type Rpc,
  type RpcTransport,
  type Signature,
  type SolanaRpcApi,
  type TransactionMessageBytesBase64,
} from '@solana/kit';

export interface OnChainAccount {
  readonly lamports: bigint;
  readonly owner: Address;
  readonly data: Uint8Array;
  readonly executable: boolean;
}

interface ReadOptions {
  readonly commitment?: Commitment;
  /** A node that has not reached this slot must refuse the request. */
  readonly minContextSlot?: bigint;
  /** Returns only these bytes of each account's data. */
  readonly dataSlice?: { readonly offset: number; readonly length: number };
}

interface Blockhash {
  readonly slot: bigint;
  readonly blockhash: string;
  readonly lastValidBlockHeight: bigint;
}

interface SimulationOutcome {
  readonly slot: bigint;
  /** The error in the cluster's JSON form; null on success. */
  readonly error: unknown;
  readonly logs: readonly string[];
  readonly unitsConsumed: bigint;
  /** In the order of the requested addresses. */
  readonly accounts: readonly (OnChainAccount | null)[];
}

export interface TransactionStatus {
  readonly slot: bigint;
  readonly error: unknown;
  readonly commitment: Commitment;
}

/**
 * The requests that the service makes to a chain, in our own types. The embedded chain and a cluster behave
 * alike.
 */
export interface ChainClient {
  readonly rpc: Rpc<SolanaRpcApi>;
  /** True for a single local node: requests are cheap, and no other node can lag behind or disagree. */
  readonly isSingleNode: boolean;
  genesisHash(): Promise<string>;
  accounts(
    addresses: readonly Address[],
    options?: ReadOptions,
  ): Promise<{ readonly slot: bigint; readonly accounts: readonly (OnChainAccount | null)[] }>;
  account(
    address: Address,
    options?: ReadOptions,
  ): Promise<{ readonly slot: bigint; readonly account: OnChainAccount | null }>;
  /** The chain's own clock, which programs read. It differs from our clock and from a node's clock. */
  time(options?: ReadOptions): Promise<{ readonly slot: bigint; readonly seconds: bigint }>;
  latestBlockhash(options?: ReadOptions): Promise<Blockhash>;
  /** The fee for exactly this message; null when its blockhash is unknown. */
  feeForMessage(messageBytes: Uint8Array, options?: ReadOptions): Promise<bigint | null>;
  simulate(
    wire: Uint8Array,
    options?: ReadOptions & { readonly accounts?: readonly Address[]; readonly verifySignatures?: boolean },
  ): Promise<SimulationOutcome>;
  /**
   * Sends the transaction without preflight and returns its signature. Acceptance does not mean that it
   * lands.
   */
  send(wire: Uint8Array): Promise<string>;
  statuses(signatures: readonly string[]): Promise<readonly (TransactionStatus | null)[]>;
  slot(options?: ReadOptions): Promise<bigint>;
  blockHeight(options?: ReadOptions): Promise<bigint>;
  rentExemptLamports(dataBytes: number): Promise<bigint>;
}

const accountsPerRequest = 100;

export function createChainClient(transport: RpcTransport): ChainClient {
  const rpc = createSolanaRpcFromTransport(transport);
  const client: ChainClient = {
    rpc,
    isSingleNode: false,
    genesisHash: () => rpc.getGenesisHash().send(),
    accounts: (addresses, options) => readAccounts(rpc, addresses, options),
    async account(address, options) {
      const { slot, accounts } = await readAccounts(rpc, [address], options);
      return { slot, account: accounts[0] ?? null };
    },
    async time(options) {
      const { account } = await client.account(CLOCK_SYSVAR, options);
      const time = account && decodeClock(account.data);
      if (!time) throw new Error('the chain has no clock');
      return time;
    },
    async latestBlockhash(options) {
      const { context, value } = await rpc.getLatestBlockhash(readConfig(options)).send();
      return {
        slot: context.slot,
        blockhash: value.blockhash,
        lastValidBlockHeight: value.lastValidBlockHeight,
      };
    },
    async feeForMessage(messageBytes, options) {
      const { value } = await rpc
        .getFeeForMessage(toBase64(messageBytes) as TransactionMessageBytesBase64, readConfig(options))
        .send();
      return value;
    },
    simulate: (wire, options) => simulate(rpc, wire, options),
    send: (wire) =>
      rpc
        .sendTransaction(toBase64(wire) as Base64EncodedWireTransaction, {
          encoding: 'base64',
          skipPreflight: true,
          maxRetries: 0n,
        })
        .send(),
    async statuses(signatures) {
      const { value } = await rpc
        .getSignatureStatuses(signatures as Signature[], { searchTransactionHistory: true })
        .send();
      return value.map(
        (status) =>
          status && {
            slot: status.slot,
            error: plain(status.err),
            commitment: status.confirmationStatus ?? 'finalized',
          },
      );
    },
    slot: (options) => rpc.getSlot(readConfig(options)).send(),
    blockHeight: (options) => rpc.getBlockHeight(readConfig(options)).send(),
    rentExemptLamports: (dataBytes) => rpc.getMinimumBalanceForRentExemption(BigInt(dataBytes)).send(),
  };
  return client;
}

function readConfig({ commitment = 'confirmed', minContextSlot }: ReadOptions = {}): {
  commitment: Commitment;
  minContextSlot?: bigint;
} {
  return minContextSlot === undefined ? { commitment } : { commitment, minContextSlot };
}

/** @solana/kit turns every integer of an error into a bigint; clusters write small numbers. */
function plain(error: unknown): unknown {
  if (typeof error === 'bigint') return Number(error);
  if (Array.isArray(error)) return error.map(plain);
  if (error === null || typeof error !== 'object') return error;
  return Object.fromEntries(Object.entries(error).map(([name, value]) => [name, plain(value)]));
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

async function readAccounts(
  rpc: Rpc<SolanaRpcApi>,
  addresses: readonly Address[],
  options?: ReadOptions,
): Promise<{ slot: bigint; accounts: (OnChainAccount | null)[] }> {
  if (addresses.length > accountsPerRequest)
    throw new RangeError(`at most ${accountsPerRequest} accounts can be read in one request`);
  const { context, value } = await rpc
    .getMultipleAccounts(addresses, {
      encoding: 'base64',
      ...readConfig(options),
      ...(options?.dataSlice ? { dataSlice: options.dataSlice } : {}),
    })
    .send();
  return { slot: context.slot, accounts: value.map(accountOf) };
}

interface JsonAccount {
  readonly lamports: bigint;
  readonly owner: Address;
  readonly data: readonly [string, string];
  readonly executable: boolean;
}

function accountOf(account: JsonAccount | null): OnChainAccount | null {
  return (
    account && {
      lamports: account.lamports,
      owner: account.owner,
      data: new Uint8Array(Buffer.from(account.data[0], 'base64')),
      executable: account.executable,
    }
  );
}

async function simulate(
  rpc: Rpc<SolanaRpcApi>,
  wire: Uint8Array,
  options: Parameters<ChainClient['simulate']>[1] = {},
): Promise<SimulationOutcome> {
  const { context, value } = await rpc
    .simulateTransaction(
      toBase64(wire) as Base64EncodedWireTransaction,
      {
        encoding: 'base64',
        ...readConfig(options),
        sigVerify: options.verifySignatures ?? true,
        replaceRecentBlockhash: false,
        accounts: { addresses: [...(options.accounts ?? [])], encoding: 'base64' },
      } as never,
    )
    .send();
  const result = value as unknown as {
    err: unknown;
    logs: string[] | null;
    unitsConsumed?: bigint;
    accounts: (JsonAccount | null)[] | null;
  };
  return {
    slot: context.slot,
    error: plain(result.err),
    logs: result.logs ?? [],
    unitsConsumed: result.unitsConsumed ?? 0n,
    accounts: (result.accounts ?? []).map(accountOf),
  };
}
