import type { Logger } from '../platform/log.ts';

export interface OutboxLoop {
  /** Delivers now, or once more after the delivery that is running. */
  wake(): Promise<void>;
  /** Like `wake`, for a notification that something was queued. */
  wakeSoon(): void;
  isStopped(): boolean;
  stop(): void;
  /** Waits for the delivery that is running. */
  ended(): Promise<void>;
}

/** Runs one delivery at a time on this node. A wake-up during a delivery starts another one after it. */
export function openOutboxLoop({
  log,
  what,
  deliverAll,
}: {
  readonly log: Logger;
  /** For the log: `mail delivery`. */
  readonly what: string;
  deliverAll(isStopped: () => boolean): Promise<void>;
}): OutboxLoop {
  let stopped = false;
  let running: Promise<void> | null = null;
  let isAskedAgain = false;

  async function deliver(): Promise<void> {
    try {
      do {
        isAskedAgain = false;
        await deliverAll(() => stopped);
      } while (isAskedAgain && !stopped);
    } finally {
      // There is no await between the last check of `isAskedAgain` and this line, so every later wake-up
      // starts a delivery.
      running = null;
    }
  }

  function wake(): Promise<void> {
    if (running) isAskedAgain = true;
    else running = deliver();
    return running ?? Promise.resolve();
  }

  return {
    wake,
    wakeSoon() {
      if (!stopped)
        wake().catch((error: unknown) =>
          log.warn({ err: error }, `${what} failed; retrying with the next run`),
        );
    },
    isStopped: () => stopped,
    stop: () => void (stopped = true),
    async ended() {
      await running?.catch(() => undefined);
    },
  };
}
