import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The state of a node that is shutting down. */
export interface Leave {
  /** Responses close the connection, so that clients open a new one, to another node. */
  readonly begun: boolean;
  /** Requests that can be retried on another node no longer get a response. */
  readonly lastCall: boolean;
  /** Called for every request that arrives during the shutdown. */
  noteRequest(): void;
  /** Resolves when no more requests are expected; immediately when `seconds` is 0. */
  take(seconds: number): Promise<void>;
}

const lookMillis = 100;
const quietLooks = 3;
const looksMax = 20;
/** Maximum duration of the shutdown in addition to the configured seconds. */
export const lastCallMillisMax = lookMillis * looksMax;

/**
 * Load balancers that poll `/readyz` stop sending requests within the configured seconds. Others, such as
 * nginx, notice only failures. Therefore requests that any proxy retries on another node (GET, HEAD) get no
 * response in the last stage, and the listener closes once no requests arrive. Closing it earlier would drop
 * connections that the kernel has accepted and the process has not.
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

/**
 * Runs for every request during the shutdown. Returns true when it dropped the request, so that the proxy
 * retries it on another node.
 */
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
