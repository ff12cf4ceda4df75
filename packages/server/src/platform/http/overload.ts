import { monitorEventLoopDelay } from 'node:perf_hooks';

const sampleMillis = 500;
const delayMillisMax = 1500;

export interface Overload {
  readonly active: boolean;
  stop(): void;
}

/** For processes that do not watch for overload. */
export const neverOverloaded: Overload = { active: false, stop() {} };

/**
 * Watches the event loop delay of this process. Reading the result is one flag; measuring happens twice a
 * second.
 */
export function watchOverload(): Overload {
  const histogram = monitorEventLoopDelay({ resolution: 20 });
  histogram.enable();
  let active = false;
  const isOverload = twiceInARow();
  const timer = setInterval(() => {
    active = isOverload(histogram.mean / 1e6 > delayMillisMax);
    histogram.reset();
  }, sampleMillis);
  timer.unref();
  return {
    get active() {
      return active;
    },
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}

/** One long pause, as at every start, is not overload: the next check must find it again. */
export function twiceInARow(): (isLate: boolean) => boolean {
  let wasLate = false;
  return (isLate) => {
    const both = isLate && wasLate;
    wasLate = isLate;
    return both;
  };
}
