import type { Database } from '../platform/db/index.ts';
import type { Logger } from '../platform/log.ts';
import { numberEvents } from './app-events.store.ts';

export interface Sequencer {
  close(): Promise<void>;
}

const everyMillis = 150;
const batch = 2000;

/**
 * Numbers events soon after they have committed. Every node tries; an advisory lock lets one do it. Whoever writes an event does not tell of it:
 * a notification in every transaction that moves money would make their commits wait for each other.
 */
export function startSequencer(db: Database, log: Logger): Sequencer {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let closed = false;

  async function turn(): Promise<void> {
    try {
      while (!closed && (await numberEvents(db, batch)) === batch);
    } catch (error) {
      log.warn({ err: error }, 'events were not numbered, it is tried again');
    }
    schedule();
  }

  function schedule(): void {
    if (closed) return;
    timer = setTimeout(() => {
      running = turn();
    }, everyMillis);
    timer.unref();
  }

  schedule();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
