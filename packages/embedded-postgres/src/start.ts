import { createHash } from 'node:crypto';
import { mkdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Acquired, acquireServer } from './acquire-server.ts';
import { becomePostgresUser, type PostgresUserKind } from './become-postgres-user.ts';
import { createCluster, OWNER_ROLE, readPassword } from './create-cluster.ts';
import { describeFailure, EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { isPostmaster } from './find-postmaster.ts';
import { boundLog, type LaunchPlan } from './launch-postmaster.ts';
import { binaryPath, locateBinaries, prepareBinaries } from './locate-binaries.ts';
import { tryToOwn } from './own-data-folder.ts';
import { DEFAULT_SETTINGS } from './server-settings.ts';
import { stopServer } from './stop-postmaster.ts';

const REGAIN_LIMIT_MILLISECONDS = 30_000;
const REGAIN_POLL_MILLISECONDS = 100;
const LOG_CHECK_MILLISECONDS = 60_000;

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

/**
 * Starts the PostgreSQL server in `dataDir`, or takes it over if it is running, and owns it until `stop`.
 * Throws `EmbeddedPostgresError`.
 */
export async function start(
  options: EmbeddedPostgresOptions,
  circumstances: Circumstances = {},
): Promise<EmbeddedPostgres> {
  const { databaseName = 'pid', onProgress = () => undefined, onLost = () => undefined } = options;
  try {
    const plan = await prepare(options, circumstances, onProgress);
    const acquired = await acquireServer(plan, databaseName, circumstances.graceSeconds, onProgress);
    const { host, port } = acquired.postmaster.address;
    const address = `host=${encodeURIComponent(host)}&port=${port}&sslmode=disable`;
    return {
      connectionString: `postgresql://${OWNER_ROLE}:${plan.password}@/${encodeURIComponent(databaseName)}?${address}`,
      reused: acquired.reused,
      stop: operate(plan, acquired, onLost),
    };
  } catch (error) {
    throw describeFailure(options.dataDir, error);
  }
}

async function prepare(
  { dataDir: folder, settings = {} }: EmbeddedPostgresOptions,
  circumstances: Circumstances,
  onProgress: (sentence: string) => void,
): Promise<LaunchPlan> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A symbolic link may point to another folder before the server is stopped.
  const dataDir = await realpath(folder);
  const native = await prepareBinaries(circumstances.native ?? locateBinaries(), dataDir);
  const user = await becomePostgresUser(native, circumstances.users);
  const cluster = path.join(dataDir, 'postgres');
  await createCluster(dataDir, cluster, user, onProgress);
  const password = await readPassword(cluster);
  const { mtimeMs, size } = await stat(binaryPath(user.native, 'postgres'));
  const launched = JSON.stringify([user.native, mtimeMs, size, DEFAULT_SETTINGS, settings]);
  const fingerprint = createHash('sha256').update(launched).digest('hex');
  return {
    dataDir,
    cluster,
    logFile: path.join(dataDir, 'postgres.log'),
    user,
    password,
    settings,
    fingerprint,
  };
}

/**
 * Keeps the owner lock until the returned function stops the server. When a backend crashes, PostgreSQL ends all
 * sessions and recovers; the lock is then taken again. If that fails within 30 seconds or the server has ended,
 * calls `onLost`.
 */
function operate(
  plan: LaunchPlan,
  { session: first, postmaster, endWatch }: Acquired,
  onLost: (error: EmbeddedPostgresError) => void,
): () => Promise<void> {
  let session = first;
  let stopped: Promise<void> | undefined;

  async function regain(): Promise<void> {
    const deadline = performance.now() + REGAIN_LIMIT_MILLISECONDS;
    while (performance.now() < deadline && (await isPostmaster(postmaster.pid, plan.cluster))) {
      if (stopped !== undefined) return;
      const attempt = await tryToOwn(postmaster, plan.password);
      if (attempt.kind === 'owned') {
        session = attempt.session;
        session.guard(lose);
        return;
      }
      await delay(REGAIN_POLL_MILLISECONDS, undefined, { ref: false });
    }
    throw new Error('The lock of the data folder is lost');
  }

  function lose(): void {
    if (stopped !== undefined) return;
    regain().catch((cause: unknown) => {
      const sentence =
        `The embedded PostgreSQL (process ${postmaster.pid}) has stopped or was taken over by another process. ` +
        `Start PID again. The reason is in ${plan.logFile}.`;
      if (stopped === undefined) onLost(new EmbeddedPostgresError('lost', sentence, cause));
    });
  }

  async function stop(): Promise<void> {
    clearInterval(logTimer);
    await endWatch();
    try {
      // Hold the lock until the server has ended, so that no other process takes over a stopping server.
      await stopServer(plan, postmaster);
    } finally {
      await session.release();
    }
  }

  session.guard(lose);
  const logTimer = setInterval(() => void boundLog(plan.logFile), LOG_CHECK_MILLISECONDS).unref();
  return () => (stopped ??= stop());
}
