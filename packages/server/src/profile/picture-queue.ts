import { refuse } from '../platform/errors/index.ts';

/** All of them are encoded within a second. */
const waitingMax = 32;

export interface PictureQueue {
  /** Runs the task after those before it; refuses with 503 when too many wait. */
  run<T>(task: () => Promise<T>): Promise<T>;
}

/**
 * Encodes one picture at a time on this node, so that uploads leave processors and threads to other requests.
 */
export function createPictureQueue(): PictureQueue {
  let last: Promise<unknown> = Promise.resolve();
  let unfinished = 0;
  return {
    async run(task) {
      if (unfinished > waitingMax) throw refuse('overloaded').retryAfter(1);
      unfinished += 1;
      // mutant (profile/avatar): last.then(task) => task()
      const result = last.then(task);
      last = result.catch(() => {});
      try {
        return await result;
      } finally {
        unfinished -= 1;
      }
    },
  };
}
