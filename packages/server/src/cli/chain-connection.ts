import path from 'node:path';
import {
  createChainClient,
  failoverTransport,
  httpEndpoints,
  type ChainClient,
} from '../platform/chain/client/index.ts';
import { systemClock } from '../platform/clock.ts';
import { hasTable, openDatabase, type Database } from '../platform/db/index.ts';
import { openSealing } from '../open-sealing.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { randomIds } from '../platform/ids.ts';
import { parseUrl } from '../platform/parse-url.ts';
import { createLogger } from '../platform/log.ts';
import { serviceSecret } from '../sessions/index.ts';
import type { ChainDeps } from '../chain/index.ts';
import type { ChainFlags } from './chain-flags.ts';
import { CommandError, type CommandContext } from './command.ts';
import { joinDatabase } from './find-database.ts';

/** The RPC addresses of the flag or the configuration. Null means the embedded chain. */
export function rpcUrls(context: CommandContext, flags: ChainFlags): URL[] | null {
  if (flags.rpc === undefined) return context.config.solanaRpcUrls;
  const url = parseUrl(flags.rpc);
  if (!url) throw new CommandError('--rpc must be an http or https address');
  return [url];
}

/**
 * A client for commands, which pin no chain. The first endpoint decides about the chain, and all endpoints
 * must agree.
 */
export function clusterClient(urls: readonly URL[], attemptsMax?: number): ChainClient {
  let first: string | null = null;
  const transport = failoverTransport({
    endpoints: httpEndpoints(urls),
    clock: systemClock,
    log: createLogger('error', 'stderr'),
    expectedGenesisHash: async (found) => (first ??= found),
    ...(attemptsMax !== undefined && { attemptsMax }),
  });
  return createChainClient(transport);
}

/** Whether a command creates the tables of the embedded chain, requires them, or does not use them. */
type EmbeddedChain = 'create' | 'require' | 'none';

/** Runs `work` on the service's migrated database, whether the service is running or not. */
export async function withChainDatabase<T>(
  context: CommandContext,
  embedded: EmbeddedChain,
  work: (deps: ChainDeps & { db: Database }) => Promise<T>,
): Promise<T> {
  const { config, dataDir, packageFolder } = context;
  const database = await joinDatabase(config, dataDir);
  const log = createLogger(config.logLevel, 'stderr');
  try {
    await prepareDatabase({ ...database, packageFolder, development: embedded === 'create' });
    const db = openDatabase({
      connectionString: database.connectionString,
      poolSize: 5,
      log,
      namedStatements: config.namedStatements === 'on',
    });
    try {
      if (embedded === 'require' && !(await hasTable(db, 'embedded_chain')))
        throw new CommandError(
          'The database has no development chain, which only a service on a loopback address creates: start the service first, or set PID_SOLANA_RPC_URL to the cluster of this database.',
        );
      const base = { config, db, dataDir, clock: systemClock, ids: randomIds };
      const sealer = await openSealing(base);
      const secret = (name: string) =>
        serviceSecret({ db, sealer }, name, randomIds.bytes(32), systemClock.now());
      return await work({
        ...base,
        log,
        secret,
        programFolder: programFolder(context),
      });
    } finally {
      await db.close();
    }
  } finally {
    await database.release();
  }
}

/**
 * Creating an embedded chain pins it permanently in the database. This is allowed only for development
 * databases: on loopback and without a cluster.
 */
export function refuseElsewhere({ config }: CommandContext, command: string): void {
  if (config.solanaRpcUrls)
    throw new CommandError(
      `PID_SOLANA_RPC_URL names a cluster, but ${command} is only for the embedded chain: nothing was done.`,
    );
  if (!config.loopback)
    throw new CommandError(
      `PID_BASE_URL is ${config.baseUrl.origin}, and ${command} would create a play-money chain in the database of that service: nothing was done.`,
    );
}

export function programFolder({ packageFolder }: CommandContext): string {
  return path.join(packageFolder, '../program/artifacts');
}
