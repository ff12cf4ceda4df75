import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable, isTimeout, sqlState } from './db/index.ts';
import { refuse } from './errors/index.ts';
import type { Needs } from './needs.ts';
import { jittered } from './timers.ts';

export interface Lane<Order, Outcome> {
  /** Resolves when the outcome is durable. Orders of one node are processed in the order of arrival. */
  post(order: Order): Promise<Outcome>;
  readonly waiting: number;
}

export interface LaneDeps<Order, Outcome> extends Needs<'clock' | 'ids'> {
  /**
   * Posts all orders in one commit and returns one outcome per order. `again`: an earlier attempt with the
   * same orders may have been committed.
   */
  postAll(orders: readonly Order[], again: boolean): Promise<readonly Outcome[]>;
  /**
   * A batch contains each name once, so that a second order with the same name sees the outcome of the first.
   */
  namesOf?(order: Order): readonly string[];
  onBatch?(size: number, seconds: number): void;
}

/** Delivers the outcomes of a batch to its callers. */
type Resolve = () => void;

interface Pending<Order, Outcome> {
  readonly order: Order;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/**
 * A larger batch hardly reduces the cost per order. With a longer queue, one half is posted while the callers
 * of the other half receive their outcomes and send again.
 */
const batchEnough = 64;
const batchMax = 512;
const waitingMax = 20_000;
const attemptsMax = 6;
const firstPauseMillis = 25;
/** No more retries, and no smaller parts after a timeout, because a caller is waiting for the result. */
const patienceMillis = 15_000;

/**
 * Orders that arrive during a commit are posted together by the next commit. A batch pays once for the flush
 * to disk and for the locks on shared accounts, instead of once per order. Outcomes are delivered only after
 * the next batch has been sent, so that the database works at the same time.
 */
export function openLane<Order, Outcome>(deps: LaneDeps<Order, Outcome>): Lane<Order, Outcome> {
  let waiting: Pending<Order, Outcome>[] = [];
  let running = false;

  async function run(): Promise<void> {
    let resolve: Resolve | null = null;
    let resolving = 0;
    while (waiting.length > 0) {
      const { batch, rest } = takeBatch(deps, waiting, resolving);
      resolving = batch.length;
      waiting = rest;
      const started = deps.clock.nowMillis();
      const settled = settle(deps, batch, false);
      if (resolve) setImmediate(resolve);
      resolve = await settled;
      deps.onBatch?.(batch.length, (deps.clock.nowMillis() - started) / 1000);
    }
    running = false;
    resolve?.();
  }

  return {
    get waiting() {
      return waiting.length;
    },
    post(order) {
      if (waiting.length >= waitingMax) return Promise.reject(refuse('ledger_busy'));
      return new Promise((resolve, reject) => {
        waiting.push({ order, resolve, reject });
        if (running) return;
        running = true;
        // Wait for the end of this turn of the event loop, so that requests that were read together are
        // posted together.
        setImmediate(() => void run());
      });
    },
  };
}

/** An order whose name is already in the batch waits for the next one. */
function takeBatch<Order, Outcome>(
  deps: LaneDeps<Order, Outcome>,
  waiting: readonly Pending<Order, Outcome>[],
  resolving: number,
): { batch: Pending<Order, Outcome>[]; rest: Pending<Order, Outcome>[] } {
  const batch: Pending<Order, Outcome>[] = [];
  const held: Pending<Order, Outcome>[] = [];
  const names = new Set<string>();
  const size = Math.min(Math.max(batchEnough, Math.ceil((waiting.length + resolving) / 2)), batchMax);
  let taken = 0;
  for (const pending of waiting) {
    if (batch.length === size) break;
    taken += 1;
    const own = deps.namesOf?.(pending.order) ?? [];
    if (own.some((name) => names.has(name))) held.push(pending);
    else batch.push(pending);
    // The names of a held order are taken too, so that later orders do not overtake it.
    for (const name of own) names.add(name);
  }
  return { batch, rest: [...held, ...waiting.slice(taken)] };
}

/** Never throws: every order of the batch gets an outcome or an error. */
async function settle<Order, Outcome>(
  deps: LaneDeps<Order, Outcome>,
  batch: readonly Pending<Order, Outcome>[],
  again: boolean,
  started = performance.now(),
): Promise<Resolve> {
  try {
    const outcomes = await postUntilKnown(
      deps,
      batch.map(({ order }) => order),
      again,
      started,
    );
    return () => {
      for (const [index, pending] of batch.entries()) pending.resolve(outcomes[index]!);
    };
  } catch (error) {
    const isDivisible = isTimeout(error) ? !isLate(started) : !isDatabaseUnavailable(error);
    if (batch.length === 1 || !isDivisible)
      return () => {
        for (const pending of batch) pending.reject(error);
      };
    // At least one order cannot be posted, or needs an account that is locked for long. Split the batch in
    // halves to find it, so that the other orders are not affected.
    const middle = batch.length >> 1;
    const first = await settle(deps, batch.slice(0, middle), true, started);
    const second = await settle(deps, batch.slice(middle), true, started);
    return () => {
      first();
      second();
    };
  }
}

/**
 * After a lost connection it is unknown whether the batch was committed. Posting it again with the same ids
 * finds out. A batch that timed out is split instead; its parts share the time since `batchStarted`.
 */
async function postUntilKnown<Order, Outcome>(
  deps: LaneDeps<Order, Outcome>,
  orders: readonly Order[],
  again: boolean,
  batchStarted: number,
): Promise<readonly Outcome[]> {
  const started = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await deps.postAll(orders, again || attempt > 1);
    } catch (error) {
      const timedOut = isTimeout(error);
      if (timedOut && orders.length > 1) throw error;
      const late = isLate(timedOut ? batchStarted : started);
      if (attempt === attemptsMax || late || !isWorthRepeating(error)) throw error;
      await sleep(jittered(firstPauseMillis * 2 ** attempt, deps.ids));
    }
  }
}

function isLate(started: number): boolean {
  return performance.now() - started > patienceMillis;
}

function isWorthRepeating(error: unknown): boolean {
  const state = sqlState(error);
  return state === '40001' || state === '40P01' || isDatabaseUnavailable(error);
}
