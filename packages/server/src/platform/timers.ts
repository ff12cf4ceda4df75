import { randomIds, type Ids } from './ids.ts';

/** Timers of background code. The simulator of the relay replaces them; all others use the system's. */
export interface Timers {
  /** Calls once after `millis`; returns a function that cancels it. */
  after(millis: number, call: () => void): () => void;
}

export const systemTimers: Timers = {
  after(millis, call) {
    const timer = setTimeout(call, millis);
    return () => clearTimeout(timer);
  },
};

/**
 * Returns 75 to 125 percent of `millis`, so that several nodes do not act simultaneously. One random byte is
 * enough.
 */
export function jittered(millis: number, ids: Pick<Ids, 'bytes'> = randomIds): number {
  return Math.round(millis * (0.75 + ids.bytes(1)[0]! / 512));
}
