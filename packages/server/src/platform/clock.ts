/** The only source of time. Tests move it; no other code reads the system clock. */
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

/**
 * Whether `sinceMillis` is less than `millis` ago. False after the clock was set back, because the age is
 * unknown then.
 */
export function isRecent(clock: Clock, sinceMillis: number, millis: number): boolean {
  const ageMillis = clock.nowMillis() - sinceMillis;
  return ageMillis >= 0 && ageMillis < millis;
}

/** Unix seconds of a moment, rounded up. */
export function unixSeconds(moment: Date): number {
  return Math.ceil(moment.getTime() / 1000);
}

/** A clock that moves only when told to. */
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
