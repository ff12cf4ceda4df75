/** The only place of the pages that reads the time. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
