import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How far a node has come in taking its leave. */
export interface Leave {
  /** Whoever asks is told that this node goes, and asks on a connection of its own next time. */
  readonly begun: boolean;
  /** What can be asked elsewhere as well is no longer answered. */
  readonly lastCall: boolean;
  /** Somebody came all the same. */
  noteRequest(): void;
  /** Resolves when nobody should come any more. At once, when `seconds` is 0. */
  take(seconds: number): Promise<void>;
}

const lookMillis = 100;
const quietLooks = 3;
const looksMax = 20;
/** What taking leave takes at most beside the seconds that are asked for. */
export const lastCallMillisMax = lookMillis * looksMax;

/**
 * Balancers that ask `/readyz` stop sending within the seconds they are given. One that never asks, as nginx, notices only what fails:
 * so at last what any proxy repeats elsewhere (GET, HEAD) is left unanswered, and the listener is closed when nobody comes. Closed
 * earlier, it would take with it whoever the kernel had let in and we had not.
 */
export function createLeave(): Leave {
  let stage: 'open' | 'leaving' | 'last call' = 'open';
  let requests = 0;
  return {
    get begun() {
      return stage !== 'open';
    },
    get lastCall() {
      return stage === 'last call';
    },
    noteRequest() {
      requests += 1;
    },
    async take(seconds) {
      stage = 'leaving';
      if (seconds === 0) return;
      await sleep(seconds * 1000);
      stage = 'last call';
      for (let look = 0, quiet = 0; look < looksMax && quiet < quietLooks; look += 1) {
        const before = requests;
        await sleep(lookMillis);
        quiet = requests === before ? quiet + 1 : 0;
      }
    },
  };
}

const repeatable = new Set(['GET', 'HEAD']);

/** To every request once leave is being taken. True when it is not answered, so that its proxy asks another node. */
export function sendElsewhere(leave: Leave, request: FastifyRequest, reply: FastifyReply): boolean {
  leave.noteRequest();
  if (!leave.lastCall || !repeatable.has(request.method)) {
    reply.header('connection', 'close');
    return false;
  }
  reply.hijack();
  request.raw.socket.destroy();
  return true;
}
