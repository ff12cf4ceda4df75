import { setTimeout as delay } from 'node:timers/promises';
import { addressOf, type Address } from './choose-endpoint.ts';
import { diskFull, EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { isAlive, isPostmaster, type Postmaster, readPostmasterFile } from './find-postmaster.ts';
import { type Launch, type LaunchPlan, launchPostmaster } from './launch-postmaster.ts';
import { type Attempt, type OwnerSession, tryToOwn } from './own-data-folder.ts';
import { diagnose, lastLines } from './server-log.ts';
import { stopPostmaster } from './stop-postmaster.ts';

const POLL_MILLISECONDS = 10;
const START_LIMIT_MILLISECONDS = 60_000;
/** WAL replay after a crash may take minutes. During that time the server reports that it is starting. */
const RECOVERY_LIMIT_MILLISECONDS = 600_000;
const RECOVERY_NOTICE_MILLISECONDS = 3_000;
/** The lock of a killed owner is released with a short delay. */
const LIVE_HOLDER_GRACE_MILLISECONDS = 250;
const DEAD_HOLDER_GRACE_MILLISECONDS = 5_000;
const LAUNCH_LIMIT = 20;

export interface Acquired {
  readonly session: OwnerSession;
  readonly postmaster: Postmaster;
  readonly address: Address;
  readonly reused: boolean;
}

interface Search {
  launch: Launch | null;
  launches: number;
  heldSince: number | null;
  noticed: boolean;
}

/**
 * Finds the server of the folder or launches one, and takes the owner lock in it. Processes may run this
 * concurrently: PostgreSQL allows one server per folder, and the lock allows one owner process per server.
 * The process that launched the server does not necessarily become its owner.
 */
export async function acquireServer(
  plan: LaunchPlan,
  password: string,
  onProgress: (sentence: string) => void,
): Promise<Acquired> {
  const began = performance.now();
  const search: Search = { launch: null, launches: 0, heldSince: null, noticed: false };
  for (;;) {
    const postmaster = await readPostmasterFile(plan.cluster);
    const isHere = postmaster !== null && (await isPostmaster(postmaster.pid, plan.cluster));
    let attempt: Attempt | null = null;
    // A server in another container is not visible as a process, but it accepts connections on its socket.
    if (postmaster?.status === 'ready' && (isHere || search.launch === null)) {
      const address = addressOf(postmaster, plan.cluster);
      attempt = await tryToOwn(address, password);
      if (attempt.kind === 'owned') {
        if (!isHere) await refuseForeign(plan, attempt.session);
        const reused = search.launch === null || search.launch.endedWith() !== null;
        if (!reused || attempt.session.launchFingerprint === plan.fingerprint) {
          return { session: attempt.session, postmaster, address, reused };
        }
        onProgress('Restarting PostgreSQL, which was running with other settings.');
        await stopPostmaster(plan.user.native, plan.cluster, postmaster.pid);
        await attempt.session.release();
        continue;
      }
      judgeHolder(plan, attempt, search);
    }
    const isAnswering = attempt !== null && (attempt.kind === 'held' || attempt.answered);
    if (!isHere && !isAnswering) await launchIfNeeded(plan, search);
    checkPatience(plan, performance.now() - began, isHere ? postmaster : null, search, onProgress);
    await delay(POLL_MILLISECONDS);
  }
}

async function launchIfNeeded(plan: LaunchPlan, search: Search): Promise<void> {
  const log = search.launch?.endedWith();
  if (search.launch !== null && log === null) return;
  if (typeof log === 'string') {
    const diagnosis = diagnose(log);
    if (diagnosis === 'disk_full') throw diskFull(plan.dataDir);
    if (diagnosis === 'unknown' || search.launches >= LAUNCH_LIMIT)
      throw startFailed(plan, 'PostgreSQL did not start', log);
    search.launch = null;
    await delay(POLL_MILLISECONDS * search.launches);
    // Another process may have started the server by now, so check before launching again.
    return;
  }
  search.launches += 1;
  search.launch = await launchPostmaster(plan);
}

function judgeHolder(plan: LaunchPlan, attempt: Attempt, search: Search): void {
  if (attempt.kind !== 'held') {
    search.heldSince = null;
    return;
  }
  search.heldSince ??= performance.now();
  const { pid } = attempt;
  const grace =
    pid !== null && isAlive(pid) ? LIVE_HOLDER_GRACE_MILLISECONDS : DEAD_HOLDER_GRACE_MILLISECONDS;
  if (performance.now() - search.heldSince < grace) return;
  throw new EmbeddedPostgresError(
    'in_use',
    pid === null
      ? `The data folder ${plan.dataDir} is in use by another process. Stop it, or start with another data folder.`
      : `The data folder ${plan.dataDir} is in use by process ${pid}. Stop that process (\`kill ${pid}\`), ` +
          'or start with another data folder.',
  );
}

function checkPatience(
  plan: LaunchPlan,
  elapsed: number,
  postmaster: Postmaster | null,
  search: Search,
  onProgress: (sentence: string) => void,
): void {
  const isRecovering = postmaster?.status === 'starting';
  if (isRecovering && elapsed > RECOVERY_NOTICE_MILLISECONDS && !search.noticed) {
    search.noticed = true;
    onProgress('PostgreSQL is recovering from an unclean stop; this may take a few minutes.');
  }
  if (elapsed < (isRecovering ? RECOVERY_LIMIT_MILLISECONDS : START_LIMIT_MILLISECONDS)) return;
  const seconds = Math.round(elapsed / 1000);
  if (postmaster && search.launch === null) {
    throw new EmbeddedPostgresError(
      'in_use',
      `PostgreSQL already runs on the data folder ${plan.dataDir} as process ${postmaster.pid} but has not responded for ` +
        `${seconds} seconds. Stop it (\`kill -INT ${postmaster.pid}\`) and start again.`,
    );
  }
  throw startFailed(
    plan,
    `PostgreSQL was not ready after ${seconds} seconds`,
    search.launch?.endedWith() ?? '',
  );
}

async function refuseForeign(plan: LaunchPlan, session: OwnerSession): Promise<never> {
  await session.release();
  throw new EmbeddedPostgresError(
    'in_use',
    `The data folder ${plan.dataDir} is in use by a PostgreSQL server outside this container. Stop that server, ` +
      'or start with another data folder.',
  );
}

function startFailed(plan: LaunchPlan, what: string, log: string): EmbeddedPostgresError {
  const tail = lastLines(log);
  const reason = tail === '' ? '.' : `; its log ends with:\n${tail}\n`;
  return new EmbeddedPostgresError('start_failed', `${what}${reason} The whole log is in ${plan.logFile}.`);
}
