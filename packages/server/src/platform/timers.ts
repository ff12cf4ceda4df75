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
