import { refuse } from '../platform/errors/index.ts';

/** All of them are encoded within a second. */
const waitingMax = 32;

export interface PictureQueue {
  /** Runs the task when those before it have ended; refuses with 503 when too many wait. */
  run<T>(task: () => Promise<T>): Promise<T>;
}

/** One picture at a time on this node, so that uploads leave the other processors and threads to everybody else. */
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
