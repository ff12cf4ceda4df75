import { setTimeout as delay } from 'node:timers/promises';
import { removeStages } from './create-cluster.ts';
import { codeOf, describeOutput, EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { isAlive, isPostmaster, isTrusted, type Postmaster, readPostmasterFile } from './find-postmaster.ts';
import { type Launch, type LaunchPlan, launchPostmaster } from './launch-postmaster.ts';
import { type OwnerSession, tryToOwn } from './own-data-folder.ts';
import { stopServer } from './stop-postmaster.ts';
import { watchOwner } from './watch-owner.ts';

const POLL_MILLISECONDS = 10;
const RELAUNCH_MILLISECONDS = 25;
const LAUNCH_LIMIT = 20;
/** WAL replay after a crash may take minutes. */
const LIMIT_MILLISECONDS = 300_000;
const NOTICE_MILLISECONDS = 10_000;
/** The lock of a killed owner is released with a short delay. */
const LIVE_HOLDER_GRACE_MILLISECONDS = 250;
const DEAD_HOLDER_GRACE_MILLISECONDS = 5_000;

export interface Acquired {
  readonly session: OwnerSession;
  readonly postmaster: Postmaster;
  readonly reused: boolean;
  endWatch(): Promise<void>;
}

/**
 * Finds the server of the folder or launches one, and takes the owner lock in it. Processes may run this
 * concurrently: PostgreSQL allows one server per folder, and the lock allows one owner process per server.
 * The process that launched the server does not necessarily become its owner.
 */
export async function acquireServer(
  plan: LaunchPlan,
  databaseName: string,
  graceSeconds: number | undefined,
  onProgress: (sentence: string) => void,
): Promise<Acquired> {
  const began = performance.now();
  let launch: Launch | null = null;
  let launches = 0;
  let heldSince: number | null = null;
  let isNoticed = false;
  for (;;) {
    const postmaster = await readPostmasterFile(plan.cluster);
    const isHere = postmaster !== null && (await isPostmaster(postmaster.pid, plan.cluster));
    // A server in another container is not visible as a process, but it accepts connections on its socket.
    const isReady =
      postmaster?.status === 'ready' &&
      (isHere || launch === null) &&
      (await isTrusted(postmaster.address.host, plan.cluster));
    const attempt = isReady ? await tryToOwn(postmaster, plan.password) : null;
    if (isReady && attempt?.kind === 'owned') {
      const { session } = attempt;
      if (!isHere) {
        await session.release();
        throw inUse(plan, 'a PostgreSQL server outside this container. Stop that server');
      }
      const reused = launch === null || launch.endedWith !== null;
      if (!reused || session.launchFingerprint === plan.fingerprint) {
        const endWatch = await takeCharge(plan, postmaster, session, databaseName, graceSeconds);
        if (endWatch !== null) return { session, postmaster, reused, endWatch };
      } else {
        onProgress('Restarting PostgreSQL, which was running with other settings.');
        await stopServer(plan, postmaster);
        await session.release();
      }
      continue;
    }

    if (attempt?.kind === 'held') {
      heldSince ??= performance.now();
      const { pid } = attempt;
      const isHolderAlive = pid !== null && isAlive(pid);
      const grace = isHolderAlive ? LIVE_HOLDER_GRACE_MILLISECONDS : DEAD_HOLDER_GRACE_MILLISECONDS;
      if (performance.now() - heldSince > grace)
        throw inUse(
          plan,
          pid ? `process ${pid}. Stop that process (\`kill ${pid}\`)` : 'another process. Stop it',
        );
    } else heldSince = null;

    const isAbsent = !isHere && (attempt === null || attempt.kind === 'unreachable');
    if (isAbsent && launch === null) {
      launches += 1;
      launch = await launchPostmaster(plan, postmaster);
    } else if (isAbsent && typeof launch?.endedWith === 'string') {
      if (launches >= LAUNCH_LIMIT || !isPassing(launch.endedWith))
        throw launchFailed(plan, launch.endedWith);
      // Another process may have started the server by now, so check before launching again.
      await delay(RELAUNCH_MILLISECONDS * launches);
      launch = null;
    }

    const elapsed = performance.now() - began;
    if (elapsed > NOTICE_MILLISECONDS && !isNoticed) {
      isNoticed = true;
      onProgress('Waiting for PostgreSQL. Its recovery from an unclean stop may take a few minutes.');
    }
    if (elapsed > LIMIT_MILLISECONDS)
      throw new EmbeddedPostgresError(
        'start_failed',
        `PostgreSQL${isHere ? ` (process ${postmaster.pid})` : ''} was not ready after ` +
          `${Math.round(elapsed / 1000)} seconds. The reason is in ${plan.logFile}.`,
      );
    await delay(POLL_MILLISECONDS);
  }
}

/** Returns null if the server was already stopping. Stops the server after any other failure. */
async function takeCharge(
  plan: LaunchPlan,
  postmaster: Postmaster,
  session: OwnerSession,
  databaseName: string,
  graceSeconds: number | undefined,
): Promise<(() => Promise<void>) | null> {
  let endWatch: (() => Promise<void>) | undefined;
  try {
    endWatch = await watchOwner(plan.dataDir, postmaster.pid, graceSeconds);
    await session.prepare(databaseName);
    await removeStages(plan.dataDir);
    return endWatch;
  } catch (error) {
    await endWatch?.();
    const isStopping = codeOf(error) === '57P01';
    if (!isStopping) await stopServer(plan, postmaster);
    await session.release();
    if (isStopping) return null;
    throw error;
  }
}

function inUse(plan: LaunchPlan, by: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'in_use',
    `The data folder ${plan.dataDir} is in use by ${by}, or start with another data folder.`,
  );
}

/** Another server on the folder, or backends of a killed server that have not exited yet. */
function isPassing(log: string): boolean {
  return /lock file ".*" (already exists|is empty)|pre-existing shared memory block/.test(log);
}

function launchFailed(plan: LaunchPlan, log: string): EmbeddedPostgresError {
  const what = `PostgreSQL did not start. The whole log is in ${plan.logFile}; it ends with`;
  return describeOutput(plan.dataDir, what, log);
}
