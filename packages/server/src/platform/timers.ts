import { randomIds, type Ids } from './ids.ts';

/** Waits of the code that runs on its own. The relay's simulator gives it another time; everybody else has the system's. */
export interface Timers {
  /** Calls once, later; what it returns calls it off. */
  after(millis: number, call: () => void): () => void;
}

export const systemTimers: Timers = {
  after(millis, call) {
    const timer = setTimeout(call, millis);
    return () => clearTimeout(timer);
  },
};

/** From three quarters to five quarters: what several nodes do at the same moment is spread by a byte of randomness. */
export function jittered(millis: number, ids: Pick<Ids, 'bytes'> = randomIds): number {
  return Math.round(millis * (0.75 + ids.bytes(1)[0]! / 512));
}
