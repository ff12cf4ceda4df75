import { mkdtemp, rm } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { ensureRoles, serviceUrl } from '../../packages/server/src/platform/db/index.ts';
import { startEmbeddedPostgres } from '@pid/embedded-postgres';
import { prepareDatabase } from '../../packages/server/src/prepare-database.ts';
import { testMasterKey } from '../../packages/server/test/test-sealing.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { root, startServer, type Running } from './processes.ts';

/** One PostgreSQL with durable commits for the whole run, and a folder for files. */
export interface World {
  readonly folder: string;
  readonly postgresVersion: string;
  createDatabase(name: string): Promise<WorldDatabase>;
  close(): Promise<void>;
}

export interface WorldDatabase {
  /** URL for the role that owns the tables. */
  readonly url: string;
  readonly owner: pg.Client;
  /** Writes all changed pages to the disk. Needs more rights than the owner has. */
  checkpoint(): Promise<void>;
  migrate(): Promise<void>;
  startNode(options?: NodeOptions): Promise<StartedNode>;
  drop(): Promise<void>;
}

export interface StartedNode extends Running {
  readonly origin: string;
  /** Round trips of the node to PostgreSQL since its start; 0 unless `countsRoundTrips`. */
  roundTrips(): Promise<number>;
  /** Profiles the node's JavaScript while `work` runs. Only with `isProfiled`. */
  profile(work: () => Promise<unknown>): Promise<Profiler.Profile>;
}

export interface NodeOptions {
  /** Counting costs processor time, so figures of other sections do without. */
  readonly countsRoundTrips?: boolean;
  readonly isProfiled?: boolean;
  readonly workers?: number;
  /** The origin for which tokens are issued, if it is not the node's. */
  readonly origin?: string;
  readonly flags?: readonly string[];
}

/** A quarter of memory, as docs/operations.md recommends. */
export const sharedBuffers = `${Math.round(totalmem() / 4 / 1024 ** 2)}MB`;

export async function openWorld(extraSettings: Readonly<Record<string, string>> = {}): Promise<World> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pid-bench-'));
  const server = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'data'),
    settings: {
      max_connections: '160',
      shared_buffers: sharedBuffers,
      max_wal_size: '4GB',
      maintenance_work_mem: '256MB',
      ...extraSettings,
    },
  });
  const admin = new pg.Client({ connectionString: server.connectionString });
  await admin.connect();
  const { rows } = await admin.query<{ server_version: string }>('show server_version');
  return {
    folder,
    postgresVersion: rows[0]!.server_version,
    createDatabase: (name) => createDatabase(admin, server.connectionString, name),
    async close() {
      await admin.end();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function createDatabase(admin: pg.Client, serverUrl: string, name: string): Promise<WorldDatabase> {
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`create database ${name}`);
  await admin.query('checkpoint');
  const superuserUrl = serverUrl.replace(/(@\/)[^?]*/, `$1${name}`);
  const url = await ensureRoles(superuserUrl);
  const owner = new pg.Client({ connectionString: superuserUrl });
  await owner.connect();
  return {
    url,
    owner,
    migrate: async () =>
      void (await prepareDatabase({
        connectionString: serviceUrl(url),
        ownerUrl: url,
        packageFolder: path.join(root, 'packages/server'),
        development: true,
      })),
    checkpoint: async () => void (await admin.query('checkpoint')),
    async startNode({ workers = 1, origin, flags = [], countsRoundTrips = false, isProfiled = false } = {}) {
      const port = await freePort();
      const counterPort = countsRoundTrips ? await freePort() : null;
      const counter = countsRoundTrips ? ['--import', './bench/count-round-trips.mjs'] : [];
      const profilerPort = isProfiled ? await freePort() : null;
      const profiler = isProfiled ? ['--import', './bench/profile-node.mjs'] : [];
      const words = [...counter, ...profiler, ...flags, 'packages/server/dist/main.js', 'start'];
      const started = await startServer(workers > 1 ? [...words, '--workers', String(workers)] : words, {
        port,
        probe: '/readyz',
        environment: {
          PID_DATABASE_URL: serviceUrl(url),
          PID_DATABASE_OWNER_URL: url,
          PID_PORT: String(port),
          PID_BASE_URL: origin ?? `http://localhost:${port}`,
          PID_RATE_LIMIT: '0',
          // The load consists of many sends without step-up, so no send may reach these limits.
          PID_STEP_UP_AMOUNT: '1000000000000000',
          PID_DAILY_LIMIT: '1000000000000000',
          PID_MASTER_KEY: testMasterKey,
          PID_LOG_LEVEL: 'warn',
          BENCH_COUNTER_PORT: String(counterPort),
          BENCH_PROFILER_PORT: String(profilerPort),
        },
      });
      return {
        ...started,
        origin: origin ?? `http://localhost:${port}`,
        roundTrips: async () =>
          counterPort === null ? 0 : Number(await (await fetch(`http://127.0.0.1:${counterPort}/`)).text()),
        async profile(work) {
          await fetch(`http://127.0.0.1:${profilerPort}/start`);
          await work();
          const { profile } = (await (await fetch(`http://127.0.0.1:${profilerPort}/stop`)).json()) as {
            profile: Profiler.Profile;
          };
          return profile;
        },
      };
    },
    async drop() {
      await owner.end();
      await admin.query(`drop database if exists ${name} with (force)`);
    },
  };
}
