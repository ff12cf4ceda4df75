import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { acquireServer, type Acquired } from './acquire-server.ts';
import { becomePostgresUser, type PostgresUserKind } from './become-postgres-user.ts';
import { type Address, removeShortFolder } from './choose-endpoint.ts';
import { createCluster, OWNER_ROLE, readPassword, removeStages } from './create-cluster.ts';
import { codeOf, describeFailure, type EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { guardOwnership } from './guard-ownership.ts';
import type { LaunchPlan } from './launch-postmaster.ts';
import { locateBinaries, prepareBinaries } from './locate-binaries.ts';
import { keepLogBounded } from './server-log.ts';
import { launchFingerprint } from './server-settings.ts';
import { stopPostmaster } from './stop-postmaster.ts';
import { watchOwner } from './watch-owner.ts';

export interface EmbeddedPostgres {
  /** Connects as the owner role, a superuser. */
  readonly connectionString: string;
  /** Whether a running server of a previous process was taken over. */
  readonly reused: boolean;
  /** Stops the server. Further calls wait for the same stop. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly databaseName?: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly onProgress?: (sentence: string) => void;
  /** Called when the server has ended or was taken over without `stop`. */
  readonly onLost?: (error: EmbeddedPostgresError) => void;
}

/** Conditions that tests set to simulate other machines. */
export interface Circumstances {
  readonly native?: string;
  readonly users?: readonly PostgresUserKind[];
  readonly graceSeconds?: number;
}

const TAKE_OVER_LIMIT = 3;
const NAME_LIMIT_BYTES = 63;

export async function start(
  options: EmbeddedPostgresOptions,
  circumstances: Circumstances = {},
): Promise<EmbeddedPostgres> {
  const { databaseName = 'pid', onProgress = () => undefined } = options;
  if (databaseName === '' || Buffer.byteLength(databaseName) > NAME_LIMIT_BYTES) {
    throw new RangeError(`Database name must have 1 to ${NAME_LIMIT_BYTES} bytes`);
  }
  try {
    const plan = await prepare(options, circumstances, onProgress);
    const password = await readPassword(plan.cluster);
    for (let tries = 1; ; tries += 1) {
      const acquired = await acquireServer(plan, password, onProgress);
      try {
        const endWatch = await takeCharge(plan, acquired, databaseName, circumstances.graceSeconds);
        return operate(plan, acquired, password, databaseName, endWatch, options.onLost);
      } catch (error) {
        // 57P01: the server that was taken over was already stopping. Try again with a new server.
        const wasStopping = acquired.reused && codeOf(error) === '57P01';
        if (!wasStopping || tries === TAKE_OVER_LIMIT) throw error;
      }
    }
  } catch (error) {
    throw describeFailure(options.dataDir, error);
  }
}

async function prepare(
  options: EmbeddedPostgresOptions,
  circumstances: Circumstances,
  onProgress: (sentence: string) => void,
): Promise<LaunchPlan> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  // The real path, so that the same folder always has the same short socket folder.
  const dataDir = await realpath(path.resolve(options.dataDir));
  const native = await prepareBinaries(circumstances.native ?? locateBinaries(), dataDir);
  const user = await becomePostgresUser(native, circumstances.users);
  const cluster = path.join(dataDir, 'postgres');
  await createCluster(dataDir, cluster, user, onProgress);
  const settings = options.settings ?? {};
  const fingerprint = await launchFingerprint(user.native, settings);
  return { dataDir, cluster, logFile: path.join(dataDir, 'postgres.log'), user, settings, fingerprint };
}

/** Prepares an acquired server for use. Stops the server if that fails. */
async function takeCharge(
  plan: LaunchPlan,
  { session, postmaster, address, reused }: Acquired,
  databaseName: string,
  graceSeconds: number | undefined,
): Promise<() => Promise<void>> {
  let endWatch: (() => Promise<void>) | undefined;
  try {
    endWatch = await watchOwner(plan.dataDir, plan.cluster, postmaster.pid, graceSeconds);
    if (reused) await session.endOtherSessions();
    await removeStages(plan.dataDir);
    await session.ensureDatabase(databaseName);
    return endWatch;
  } catch (error) {
    await endWatch?.();
    if (session.isAlive()) await shutDown(plan, postmaster.pid, address);
    await session.release().catch(() => undefined);
    throw error;
  }
}

function operate(
  plan: LaunchPlan,
  acquired: Acquired,
  password: string,
  databaseName: string,
  endWatch: () => Promise<void>,
  onLost: (error: EmbeddedPostgresError) => void = () => undefined,
): EmbeddedPostgres {
  const { postmaster, address, reused } = acquired;
  const guard = guardOwnership(acquired, plan.cluster, password, plan.logFile, onLost);
  const endLogBound = keepLogBounded(plan.logFile);
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    guard.expectEnd();
    endLogBound();
    await endWatch();
    try {
      // Hold the lock until the server has ended, so that no other process takes over a stopping server.
      await shutDown(plan, postmaster.pid, address);
    } finally {
      await guard.release();
    }
  };
  return {
    connectionString: connectionString(address, password, databaseName),
    reused,
    stop: () => (stopped ??= stop()),
  };
}

async function shutDown(plan: LaunchPlan, pid: number, address: Address): Promise<void> {
  await stopPostmaster(plan.user.native, plan.cluster, pid);
  await removeShortFolder(address, plan.cluster);
}

function connectionString(address: Address, password: string, databaseName: string): string {
  const query = new URLSearchParams({ host: address.host, port: String(address.port), sslmode: 'disable' });
  // libpq does not decode a plus sign in a URI as a space.
  const encoded = query.toString().replaceAll('+', '%20');
  return `postgresql://${OWNER_ROLE}:${password}@/${encodeURIComponent(databaseName)}?${encoded}`;
}
