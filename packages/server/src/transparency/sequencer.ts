import type { Logger } from '../platform/log.ts';
import { appendToLog, type AppendDeps, type LogMemory } from './append-to-log.ts';
import { keepLogState, readLogState } from './log-state.ts';

export interface LogSequencer {
  /** True while nothing is signed, because the database is a restored copy. */
  readonly isStopped: boolean;
  /** Appends everything that has committed, unless another node is appending. */
  append(): Promise<void>;
}

type SequencerDeps = AppendDeps & {
  readonly log: Logger;
  /** Where the last published state is kept outside of the database. */
  readonly stateFile: string | null;
};

/** Appends postings to the log soon after they have committed. Every node tries; one at a time appends. */
export async function openLogSequencer(deps: SequencerDeps): Promise<LogSequencer> {
  const { stateFile } = deps;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  let memory: LogMemory | null = stateFile === null ? null : await readLogState(stateFile);

  async function turn(): Promise<void> {
    for (;;) {
      const before = memory;
      const appended = await appendToLog(deps, before);
      memory = appended.memory;
      if (stateFile !== null && memory && memory.checkpoint !== before?.checkpoint)
        await keepLogState(stateFile, memory).catch((err: unknown) =>
          deps.log.error(
            { err },
            'PID_LOG_STATE cannot be written: a restored database may not be recognised',
          ),
        );
      if (appended.outcome !== 'busy') report(appended.outcome === 'restored');
      if (appended.outcome !== 'appended' || !appended.isFull) return;
    }
  }

  function report(isStopped: boolean): void {
    if (isStopped && !stopped)
      deps.log.error(
        { published: memory?.checkpoint },
        stateFile === null
          ? 'this database was restored: the public log is not continued until `pid log restart` has run'
          : `this database was restored, or has lost entries of the public log that were published: nothing is appended until \`pid log restart --last ${stateFile}\` has run`,
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
