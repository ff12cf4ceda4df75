import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureRoles, serviceUrl } from '../../packages/server/src/platform/db/index.ts';
import { prepareDatabase } from '../../packages/server/src/prepare-database.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { spawnPid, type PidProcess } from '../process/pid-process.ts';
import { startLoad, type Load } from './load.ts';
import { ownPair, until, type OwnPostgres } from './own-postgres.ts';
import { createPlayers, type FaultPlayer } from './ledger-players.ts';

/** High limits, because the load must not require step-up. */
export const withoutLimits = {
  PID_STEP_UP_AMOUNT: '1000000000000000',
  PID_DAILY_LIMIT: '1000000000000000',
};

/** Two nodes, and players who send each other money until the load is stopped. */
export interface Senders {
  readonly nodes: PidProcess[];
  readonly players: readonly FaultPlayer[];
  readonly load: Load;
  restartNode(index: number): Promise<void>;
  /** Resolves when every node is ready again without a restart and a new send is acknowledged. */
  recovered(): Promise<void>;
  close(): Promise<void>;
}

export interface World extends Senders {
  readonly primary: OwnPostgres;
  readonly standby: OwnPostgres;
}

const packageFolder = fileURLToPath(new URL('../../packages/server', import.meta.url));
export const startingRupiah = 50_000_000;

interface WorldOptions {
  readonly players: number;
  readonly senders: number;
  readonly environment?: Record<string, string>;
}

/** Two nodes on a primary with a synchronous standby. */
export async function openWorld(options: WorldOptions): Promise<World> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pid-faults-'));
  const { primary, standby } = await ownPair(folder);
  const closeServers = async () => {
    await primary.stop();
    await standby.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const senders = await openSenders(primary.url('pid'), [primary.port, standby.port], options);
    return {
      ...senders,
      primary,
      standby,
      async close() {
        await senders.close();
        await closeServers();
      },
    };
  } catch (error) {
    await closeServers();
    throw error;
  }
}

/** `superuserUrl` is the URL of the current primary; `ports` are the ports of both servers. */
export async function openSenders(
  superuserUrl: string,
  ports: readonly [number, number],
  options: WorldOptions,
): Promise<Senders> {
  const nodes: PidProcess[] = [];
  let load: Load | undefined;
  const close = async () => {
    await load?.stop();
    for (const { child, ended } of nodes) {
      child.kill('SIGKILL');
      await ended;
    }
  };
  try {
    const ownerUrl = await ensureRoles(superuserUrl);
    const connectionString = serviceUrl(ownerUrl);
    await prepareDatabase({ connectionString, ownerUrl, packageFolder, development: true });
    const own = [await freePort(), await freePort()] as const;
    const environment = {
      // libpq's form with several hosts: the client uses the one that accepts writes.
      PID_DATABASE_URL: connectionString.replace(
        /127\.0\.0\.1:\d+/,
        ports.map((port) => `127.0.0.1:${port}`).join(','),
      ),
      ...withoutLimits,
      PID_BASE_URL: `http://localhost:${own[0]}`,
      PID_LOG_LEVEL: 'silent',
      ...options.environment,
    };
    const startNode = async (index: number) => {
      nodes[index] = await spawnPid({ ...environment, PID_PORT: String(own[index]) });
    };
    await startNode(0);
    await startNode(1);
    const players = await createPlayers(nodes[0]!.baseUrl, options.players, startingRupiah);
    const urls = nodes.map(({ baseUrl }) => baseUrl);
    load = startLoad(players, urls, options.senders);
    return {
      nodes,
      players,
      load,
      restartNode: startNode,
      recovered: () => recovered(urls, load!),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function recovered(nodes: readonly string[], load: Load): Promise<void> {
  for (const node of nodes) await until(`${node} is ready`, () => isReady(node));
  const { begun } = load;
  await until('a later send is acknowledged', () => load.acknowledged.some(({ number }) => number > begun));
}

async function isReady(baseUrl: string): Promise<boolean> {
  return fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
    (answer) => answer.ok,
    () => false,
  );
}
