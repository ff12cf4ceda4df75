import { setTimeout as delay } from 'node:timers/promises';
import type { Acquired } from './acquire-server.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { type OwnerSession, tryToOwn } from './own-data-folder.ts';

const REGAIN_LIMIT_MILLISECONDS = 30_000;
const REGAIN_POLL_MILLISECONDS = 100;

export interface Guard {
  /** Stops guarding and gives the lock back. */
  end(): Promise<void>;
}

/**
 * Keeps the owner's lock. When a backend crashes PostgreSQL ends all sessions and recovers by itself within moments; the
 * lock is then taken again. If that fails the service has no database any more, and `onLost` is told.
 */
export function guardOwnership(
  acquired: Acquired,
  password: string,
  logFile: string,
  onLost: (error: EmbeddedPostgresError) => void,
): Guard {
  let session: OwnerSession = acquired.session;
  let isGuarding = true;

  async function regain(): Promise<void> {
    const deadline = performance.now() + REGAIN_LIMIT_MILLISECONDS;
    while (performance.now() < deadline) {
      if (!isGuarding) return;
      const attempt = await tryToOwn(acquired.address, password);
      if (attempt.kind === 'owned') {
        session = attempt.session;
        if (isGuarding) session.guard(lose);
        else await session.release();
        return;
      }
      await delay(REGAIN_POLL_MILLISECONDS, undefined, { ref: false });
    }
    if (!isGuarding) return;
    onLost(
      new EmbeddedPostgresError(
        'lost',
        `The embedded PostgreSQL (process ${acquired.postmaster.pid}) has stopped or was taken over by another process. ` +
          `Start PID again; the reason is in ${logFile}.`,
      ),
    );
  }

  function lose(): void {
    if (!isGuarding) return;
    regain().catch((error: unknown) => {
      onLost(
        new EmbeddedPostgresError('lost', 'The embedded PostgreSQL cannot be reached any more.', {
          cause: error,
        }),
      );
    });
  }

  session.guard(lose);
  if (!session.isAlive()) lose();
  return {
    end: async () => {
      isGuarding = false;
      await session.release().catch(() => undefined);
    },
  };
}
