import type { Database } from '../platform/db/index.ts';
import type { Logger } from '../platform/log.ts';
import { numberEvents } from './app-events.store.ts';

export interface Sequencer {
  close(): Promise<void>;
}

const everyMillis = 150;
const batch = 2000;

/**
 * Numbers events soon after they have committed. Every node tries; an advisory lock lets one node do it. The
 * transactions that write events send no notification: PostgreSQL serializes commits that notify, so every
 * transaction that moves money would wait for the others.
 */
export function startSequencer(db: Database, log: Logger): Sequencer {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let closed = false;

  async function turn(): Promise<void> {
    try {
      while (!closed && (await numberEvents(db, batch)) === batch);
    } catch (error) {
      log.warn({ err: error }, 'numbering app events failed; retrying');
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
