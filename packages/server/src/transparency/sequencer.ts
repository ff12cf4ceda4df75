import type { Logger } from '../platform/log.ts';
import { appendToLog, type AppendDeps, type LogMemory } from './append-to-log.ts';

export interface LogSequencer {
  /** True while nothing is signed, because the database is a restored copy. */
  readonly isStopped: boolean;
  /** Appends everything that has committed, unless another node is appending. */
  append(): Promise<void>;
}

/** Appends postings to the log soon after they have committed. Every node tries; one at a time appends. */
export function openLogSequencer(deps: AppendDeps & { readonly log: Logger }): LogSequencer {
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  let memory: LogMemory | null = null;

  async function turn(): Promise<void> {
    for (;;) {
      const appended = await appendToLog(deps, memory);
      memory = appended.memory;
      if (appended.outcome !== 'busy') report(appended.outcome === 'restored');
      if (appended.outcome !== 'appended' || !appended.isFull) return;
    }
  }

  function report(isStopped: boolean): void {
    if (isStopped && !stopped)
      deps.log.error(
        {},
        'this database was restored: the public log is not continued until `pid log restart` has run',
      );
    stopped = isStopped;
  }

  return {
    get isStopped() {
      return stopped;
    },
    /** Turns follow each other, so that a node never competes with itself. */
    append() {
      const next = running.then(turn);
      running = next.catch(() => undefined);
      return next;
    },
  };
}
