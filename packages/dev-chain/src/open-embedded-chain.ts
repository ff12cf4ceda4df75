import type { Clock } from '@pid/server/platform/clock.ts';
import type { Database, Queryable } from '@pid/server/platform/db/index.ts';
import type { Ids } from '@pid/server/platform/ids.ts';
import type { Logger } from '@pid/server/platform/log.ts';
import { startRpcServer, type RpcServer } from './rpc-server.ts';
import type { Signer } from '@pid/server/platform/chain/signer.ts';
import type { CommitmentLags } from './chain-time.ts';
import { chainSecrets, genesisAccounts } from './derive-secrets.ts';
import { findChain, insertChain, leaveChain, takeChain } from './embedded-chain.store.ts';
import { EmbeddedChain } from './embedded-chain.ts';
import { forwardRequest } from './forward-request.ts';
import { tryLockChain, type ChainLock } from './lock-chain.ts';
import { errorReply, handleRequest, type RpcReply, type RpcRequest } from './rpc/handle-request.ts';
import { RpcError, rpcCodes } from './rpc/rpc-error.ts';

export interface EmbeddedChainDeps {
  readonly db: Database;
  readonly connectionString: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly lags?: CommitmentLags;
  readonly slotMillis?: number;
}

export interface EmbeddedChainAccess {
  /** Responds to a JSON-RPC request, in this process or through the process that owns the chain. */
  answer(request: RpcRequest): Promise<RpcReply>;
  /** The chain, or null while this process does not own it. */
  local(): EmbeddedChain | null;
  /** True when this call created the chain. No client has seen it yet. */
  readonly created: boolean;
  close(): Promise<void>;
}

interface Ownership {
  readonly chain: EmbeddedChain;
  readonly lock: ChainLock;
  readonly server: RpcServer;
  readonly epoch: bigint;
  readonly created: boolean;
}

const clusterLags: CommitmentLags = { confirmedSlots: 1n, finalizedSlots: 32n };
const clusterSlotMillis = 400;
/**
 * A new chain starts in the past, so that its program is deployed and finalized before the first player
 * arrives.
 */
const headStartMillis = 60_000;
const firstSlot = 1000n;
const attemptsMax = 20;
const retryMillis = 100;

/**
 * Opens the embedded chain of a database. The first process owns it and executes transactions. Other
 * processes forward requests to the address that the owner stored in the database. After the owner ends, the
 * next process with a request takes over.
 */
export async function openEmbeddedChain(deps: EmbeddedChainDeps): Promise<EmbeddedChainAccess> {
  let ownership: Ownership | null = null;
  let taking: Promise<Ownership | null> | null = null;
  let closed = false;

  async function owned(): Promise<Ownership | null> {
    if (isSound(ownership)) return ownership;
    taking ??= (async () => {
      const stale = ownership;
      ownership = null;
      if (stale) await release(deps, stale);
      ownership = closed ? null : await takeOwnership(deps);
      return ownership;
    })().finally(() => {
      taking = null;
    });
    return taking;
  }

  /**
   * Returns null when the request was not started: no process owns the chain, or the database is unavailable.
   */
  async function attempt(request: RpcRequest): Promise<RpcReply | null> {
    let mine: Ownership | null;
    try {
      mine = await owned();
      if (!mine) return await forwardRequest(deps.db, request);
    } catch (error) {
      deps.log.warn({ err: error }, 'The embedded chain cannot be reached');
      return null;
    }
    try {
      return await handleRequest(mine.chain, request);
    } catch (error) {
      // The database or the ownership was lost during the request. A sent transaction may have landed; the
      // caller must check its status.
      deps.log.warn({ err: error }, 'The embedded chain cannot respond');
      return errorReply(request.id ?? null, unhealthy());
    }
  }

  async function answer(request: RpcRequest): Promise<RpcReply> {
    for (let attempts = 1; attempts <= attemptsMax && !closed; attempts += 1) {
      const reply = await attempt(request);
      if (reply) return reply;
      await new Promise((resolve) => setTimeout(resolve, retryMillis * (0.5 + Math.random())));
    }
    return errorReply(request.id ?? null, unhealthy());
  }

  const first = await owned();
  return {
    answer,
    local: () => (isSound(ownership) ? ownership.chain : null),
    created: first?.created ?? false,
    async close() {
      closed = true;
      await taking;
      if (ownership) await release(deps, ownership);
      ownership = null;
    },
  };
}

function isSound(ownership: Ownership | null): ownership is Ownership {
  return ownership !== null && !ownership.chain.lost && ownership.lock.held;
}

function unhealthy(): RpcError {
  return new RpcError(rpcCodes.nodeUnhealthy, 'Node is unhealthy', { numSlotsBehind: null });
}

async function takeOwnership(deps: EmbeddedChainDeps): Promise<Ownership | null> {
  const lock = await tryLockChain(deps.connectionString);
  if (!lock) return null;
  let server: RpcServer | undefined;
  try {
    const created = await createUnlessThere(deps);
    const token = deps.ids.token();
    let chain: EmbeddedChain | null = null;
    server = await startRpcServer({
      host: '127.0.0.1',
      port: 0,
      token,
      answer: async (request) =>
        chain && lock.held ? handleRequest(chain, request) : errorReply(request['id'], unhealthy()),
    });
    const row = await takeChain(deps.db, { address: server.url, token });
    chain = await EmbeddedChain.load({ db: deps.db, clock: deps.clock, row, lags: deps.lags ?? clusterLags });
    return { chain, lock, server, epoch: row.owner_epoch, created };
  } catch (error) {
    await server?.close();
    await lock.release();
    throw error;
  }
}

async function createUnlessThere({
  db,
  clock,
  ids,
  slotMillis = clusterSlotMillis,
}: EmbeddedChainDeps): Promise<boolean> {
  if (await findChain(db)) return false;
  const seed = ids.bytes(32);
  await db.transaction((tx) =>
    insertChain(
      tx,
      { seed, slot: firstSlot, millis: clock.nowMillis() - headStartMillis, slotMillis },
      genesisAccounts(chainSecrets(seed)),
    ),
  );
  return true;
}

async function release({ db }: EmbeddedChainDeps, { chain, lock, server, epoch }: Ownership): Promise<void> {
  await server.close();
  await chain.flushed().catch(() => {});
  if (lock.held) await leaveChain(db, epoch).catch(() => {});
  await lock.release().catch(() => {});
}

/** The faucet of the chain in this database. Any code that can read the chain's seed can use it. */
export async function embeddedFaucet(db: Queryable): Promise<Signer> {
  const row = await findChain(db);
  if (!row) throw new Error('this database has no embedded chain');
  return chainSecrets(row.seed).faucet;
}
