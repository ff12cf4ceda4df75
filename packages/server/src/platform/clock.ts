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

/** Whether `sinceMillis` is less than `millis` ago. Not after the clock was set back: how long ago it was is unknown then. */
export function isRecent(clock: Clock, sinceMillis: number, millis: number): boolean {
  const ageMillis = clock.nowMillis() - sinceMillis;
  return ageMillis >= 0 && ageMillis < millis;
}

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
