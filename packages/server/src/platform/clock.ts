/** The only source of time. Tests move it; nothing else reads the system's. */
export interface Clock {
  now(): Date;
  nowMillis(): number;
  nowSeconds(): number;
}

export const systemClock: Clock = {
  now: () => new Date(),
  nowMillis: () => Date.now(),
  nowSeconds: () => Math.floor(Date.now() / 1000),
};

/** A clock that stands still until it is moved. */
export function manualClock(start: Date): Clock & { advanceSeconds(seconds: number): void } {
  let millis = start.getTime();
  return {
    now: () => new Date(millis),
    nowMillis: () => millis,
    nowSeconds: () => Math.floor(millis / 1000),
    advanceSeconds(seconds) {
      millis += seconds * 1000;
    },
  };
}
