import { chmod, mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { acquireServer, type Acquired } from './acquire-server.ts';
import { becomePostgresUser, giveToPostgres, type PostgresUserKind } from './become-postgres-user.ts';
import { type Address, removeShortFolder } from './choose-endpoint.ts';
import { createCluster, OWNER_ROLE, readPassword, removeStages } from './create-cluster.ts';
import {
  codeOf,
  describeFolderFailure,
  diskFull,
  type EmbeddedPostgresError,
} from './embedded-postgres-error.ts';
import { guardOwnership } from './guard-ownership.ts';
import type { LaunchPlan } from './launch-postmaster.ts';
import { locateBinaries } from './locate-binaries.ts';
import { keepLogBounded } from './server-log.ts';
import { launchFingerprint } from './server-settings.ts';
import { stopPostmaster } from './stop-postmaster.ts';
import { watchOwner } from './watch-owner.ts';

export interface EmbeddedPostgres {
  /** Of the owner role, a superuser. */
  readonly connectionString: string;
  /** Whether a server left running by a previous process was taken over. */
  readonly reused: boolean;
  /** Stops the server; calling it again waits for the same stop. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly databaseName?: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly onProgress?: (sentence: string) => void;
  /** Told when the server is gone for good while it is owned. */
  readonly onLost?: (error: EmbeddedPostgresError) => void;
}

/** What tests vary to stand in for another machine. */
export interface Circumstances {
  readonly native?: string;
  readonly users?: readonly PostgresUserKind[];
  readonly graceSeconds?: number;
}

export async function start(
  options: EmbeddedPostgresOptions,
  circumstances: Circumstances = {},
): Promise<EmbeddedPostgres> {
  const onProgress = options.onProgress ?? (() => undefined);
  const databaseName = options.databaseName ?? 'pid';
  try {
    const plan = await prepare(options, circumstances, onProgress);
    const password = await readPassword(plan.cluster);
    const acquired = await acquireServer(plan, password, onProgress);
    return await takeCharge(
      plan,
      acquired,
      password,
      databaseName,
      options.onLost,
      circumstances.graceSeconds,
    );
  } catch (error) {
    const code = codeOf(error);
    if (code === '53100') throw diskFull(options.dataDir, error);
    throw code?.startsWith('E') ? describeFolderFailure(options.dataDir, error) : error;
  }
}

async function prepare(
  options: EmbeddedPostgresOptions,
  circumstances: Circumstances,
  onProgress: (sentence: string) => void,
): Promise<LaunchPlan> {
  const native = circumstances.native ?? (await locateBinaries());
  const user = await becomePostgresUser(native, circumstances.users);
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  // One folder has one name, so that its short socket folder is found again.
  const dataDir = await realpath(path.resolve(options.dataDir));
  const cluster = path.join(dataDir, 'postgres');
  await createCluster(dataDir, cluster, user, onProgress);
  // The machine may have gained or lost namespaces, or the folder may be a restored backup.
  await giveToPostgres(user, cluster);
  await chmod(cluster, 0o700);
  const settings = options.settings ?? {};
  const fingerprint = launchFingerprint(user.native, settings);
  return { dataDir, cluster, logFile: path.join(dataDir, 'postgres.log'), user, settings, fingerprint };
}

async function takeCharge(
  plan: LaunchPlan,
  acquired: Acquired,
  password: string,
  databaseName: string,
  onLost: (error: EmbeddedPostgresError) => void = () => undefined,
  graceSeconds?: number,
): Promise<EmbeddedPostgres> {
  const { session, postmaster, address, reused } = acquired;
  let endWatch: (() => Promise<void>) | undefined;
  const shutDown = async (): Promise<void> => {
    await endWatch?.();
    // The lock is held until the server is gone, so that nobody can take over a server that is about to stop.
    await stopPostmaster(plan.user.native, plan.cluster, postmaster.pid);
    await removeShortFolder(address, plan.cluster);
  };
  try {
    endWatch = await watchOwner(plan.dataDir, plan.cluster, postmaster.pid, graceSeconds);
    if (reused) await session.endOtherSessions();
    await removeStages(plan.dataDir);
    await session.ensureDatabase(databaseName);
  } catch (error) {
    await shutDown();
    await session.release().catch(() => undefined);
    throw error;
  }
  const guard = guardOwnership(acquired, password, plan.logFile, onLost);
  const endLogBound = keepLogBounded(plan.logFile);
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    endLogBound();
    try {
      await shutDown();
    } finally {
      await guard.end();
    }
  };
  return {
    connectionString: connectionString(address, password, databaseName),
    reused,
    stop: () => (stopped ??= stop()),
  };
}

function connectionString(address: Address, password: string, databaseName: string): string {
  const query = new URLSearchParams({ host: address.host, port: String(address.port), sslmode: 'disable' });
  // libpq reads a plus sign in a URI as itself, not as a space.
  const encoded = query.toString().replaceAll('+', '%20');
  return `postgresql://${OWNER_ROLE}:${password}@/${encodeURIComponent(databaseName)}?${encoded}`;
}
