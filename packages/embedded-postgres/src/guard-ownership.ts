import { setTimeout as delay } from 'node:timers/promises';
import type { Acquired } from './acquire-server.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { isPostmaster } from './find-postmaster.ts';
import { tryToOwn } from './own-data-folder.ts';

const REGAIN_LIMIT_MILLISECONDS = 30_000;
const REGAIN_POLL_MILLISECONDS = 100;

export interface Guard {
  /** Call before stopping the server: the end of the session is then not reported as a loss. */
  expectEnd(): void;
  release(): Promise<void>;
}

/**
 * Keeps the owner lock. When a backend crashes, PostgreSQL ends all sessions and recovers; the lock is then
 * taken again. If that fails within 30 seconds or the server has ended, calls `onLost`.
 */
export function guardOwnership(
  acquired: Acquired,
  cluster: string,
  password: string,
  logFile: string,
  onLost: (error: EmbeddedPostgresError) => void,
): Guard {
  const { address, postmaster } = acquired;
  let { session } = acquired;
  let isGuarding = true;

  async function regain(): Promise<boolean> {
    const deadline = performance.now() + REGAIN_LIMIT_MILLISECONDS;
    while (performance.now() < deadline) {
      await delay(REGAIN_POLL_MILLISECONDS, undefined, { ref: false });
      if (!isGuarding) return true;
      if (!(await isPostmaster(postmaster.pid, cluster))) return false;
      const attempt = await tryToOwn(address, password);
      if (attempt.kind !== 'owned') continue;
      session = attempt.session;
      session.guard(lose);
      return true;
    }
    return false;
  }

  function lose(): void {
    if (!isGuarding) return;
    const lost = (cause?: unknown): void => {
      const sentence =
        `The embedded PostgreSQL (process ${postmaster.pid}) has stopped or was taken over by another process. ` +
        `Start PID again. The reason is in ${logFile}.`;
      if (isGuarding) onLost(new EmbeddedPostgresError('lost', sentence, { cause }));
    };
    regain().then((isRegained) => (isRegained ? undefined : lost()), lost);
  }

  session.guard(lose);
  if (!session.isAlive()) lose();
  return {
    expectEnd: () => {
      isGuarding = false;
    },
    release: () => session.release().catch(() => undefined),
  };
}
