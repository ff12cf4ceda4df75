import type { Clock } from '../../src/platform/clock.ts';
import type { Random } from './random.ts';

interface Happening {
  readonly atMillis: number;
  /** Random order of events at the same time, from the seed. */
  readonly turn: number;
  readonly what: string;
  run(): void | Promise<void>;
  readonly isOff: () => boolean;
}

/**
 * Time that advances only when all tasks wait. Events run one at a time: the tasks that an event releases run
 * until they wait again, then the next event follows. The same seed always gives the same order.
 */
export class VirtualTime {
  readonly #random: Random;
  readonly #queue: Happening[] = [];
  #millis: number;
  /** Hash of all events in order. Two runs with the same hash took the same course. */
  trace = 0;
  happenings = 0;

  constructor(random: Random, startMillis: number) {
    this.#random = random;
    this.#millis = startMillis;
  }

  get millis(): number {
    return this.#millis;
  }

  clock(skewMillis: number): Clock {
    const nowMillis = () => this.#millis + skewMillis;
    return {
      now: () => new Date(nowMillis()),
      nowMillis,
      nowSeconds: () => Math.floor(nowMillis() / 1000),
    };
  }

  after(
    millis: number,
    what: string,
    run: () => void | Promise<void>,
    isOff: () => boolean = () => false,
  ): void {
    const happening = {
      atMillis: this.#millis + Math.max(0, millis),
      turn: this.#random.next(),
      what,
      run,
      isOff,
    };
    this.#insert(happening);
  }

  sleep(millis: number): Promise<void> {
    return new Promise((resolve) => this.after(millis, 'wake', resolve));
  }

  /** Runs until `isOver` returns true, or until the given time; returns false in that case. */
  async run(untilMillis: number, isOver: () => boolean): Promise<boolean> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isOver()) return true;
      const next = this.#queue.shift();
      if (!next || next.atMillis > untilMillis) return false;
      if (next.isOff()) continue;
      this.#millis = next.atMillis;
      this.happenings += 1;
      this.note(next.what);
      await next.run();
    }
  }

  /** FNV-1a, 32 bits. */
  note(what: string): void {
    for (let index = 0; index < what.length; index += 1)
      this.trace = Math.imul(this.trace ^ what.charCodeAt(index), 0x0100_0193);
  }

  #insert(happening: Happening): void {
    let [low, high] = [0, this.#queue.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#queue[middle]!;
      const isEarlier =
        other.atMillis < happening.atMillis ||
        (other.atMillis === happening.atMillis && other.turn <= happening.turn);
      if (isEarlier) low = middle + 1;
      else high = middle;
    }
    this.#queue.splice(low, 0, happening);
  }
}
