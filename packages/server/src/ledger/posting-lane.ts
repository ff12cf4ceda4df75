import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable, sqlState, type Queryable } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Needs } from '../platform/needs.ts';
import { jittered } from '../platform/timers.ts';
import { postSends, type SendLimits, type SendOrder, type SendOutcome } from './post-sends.store.ts';

export interface PostingLane {
  /** Resolves when the outcome is durable. Orders of one node are judged in the order they came in. */
  post(order: SendOrder): Promise<SendOutcome>;
  readonly waiting: number;
}

export interface LaneDeps extends Needs<'clock' | 'ids'> {
  readonly db: Queryable;
  readonly balanceMax: bigint;
  readonly limits: SendLimits;
  onBatch?(size: number, seconds: number): void;
}

/** Tells everybody of a batch what became of their order. */
type Resolve = () => void;

interface Pending {
  readonly order: SendOrder;
  resolve(outcome: SendOutcome): void;
  reject(error: unknown): void;
}

/** Past this a send gets hardly cheaper; of a longer queue one half is posted while the other is being resolved and comes again. */
const batchEnough = 64;
const batchMax = 512;
const waitingMax = 20_000;
const attemptsMax = 6;
const firstPauseMillis = 25;
/** A database that takes its time over each attempt is not asked again: somebody waits for the result. */
const patienceMillis = 15_000;

/**
 * What arrives while a commit is in flight is posted by the next one, all at once: the flush to disk and the lock on the fee
 * account are paid once a batch instead of once a send. Nobody gets an outcome before the next batch is on its way, so that the
 * database works while we do.
 */
export function openPostingLane(deps: LaneDeps): PostingLane {
  let waiting: Pending[] = [];
  let running = false;

  async function run(): Promise<void> {
    let resolve: Resolve | null = null;
    let resolving = 0;
    while (waiting.length > 0) {
      const { batch, rest } = takeBatch(waiting, resolving);
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
        // After this turn of the event loop: requests that were read together are posted together.
        setImmediate(() => void run());
      });
    },
  };
}

/** A key that is in the batch already waits for the next one, which sees what became of the first. */
function takeBatch(waiting: readonly Pending[], resolving: number): { batch: Pending[]; rest: Pending[] } {
  const batch: Pending[] = [];
  const held: Pending[] = [];
  const keys = new Set<string>();
  const size = Math.min(Math.max(batchEnough, Math.ceil((waiting.length + resolving) / 2)), batchMax);
  let taken = 0;
  for (const pending of waiting) {
    if (batch.length === size) break;
    taken += 1;
    const { key, payer } = pending.order;
    const name = key && `${payer}:${key.key}`;
    if (name && keys.has(name)) {
      held.push(pending);
      continue;
    }
    if (name) keys.add(name);
    batch.push(pending);
  }
  return { batch, rest: [...held, ...waiting.slice(taken)] };
}

/** Never throws: every order of the batch gets its outcome. */
async function settle(deps: LaneDeps, batch: readonly Pending[], again: boolean): Promise<Resolve> {
  try {
    const outcomes = await postUntilKnown(
      deps,
      batch.map(({ order }) => order),
      again,
    );
    return () => {
      for (const [index, pending] of batch.entries()) pending.resolve(outcomes[index]!);
    };
  } catch (error) {
    if (batch.length === 1 || isDatabaseUnavailable(error))
      return () => {
        for (const pending of batch) pending.reject(error);
      };
    // Something in it cannot be posted at all. Halving finds it, and the others do not suffer for it.
    const middle = batch.length >> 1;
    const first = await settle(deps, batch.slice(0, middle), true);
    const second = await settle(deps, batch.slice(middle), true);
    return () => {
      first();
      second();
    };
  }
}

/** A lost connection leaves open whether the batch was committed. Posting it again by the same ids finds out. */
async function postUntilKnown(
  deps: LaneDeps,
  orders: readonly SendOrder[],
  again: boolean,
): Promise<SendOutcome[]> {
  const started = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await postSends(deps.db, orders, {
        now: deps.clock.now(),
        again: again || attempt > 1,
        balanceMax: deps.balanceMax,
        limits: deps.limits,
      });
    } catch (error) {
      const late = performance.now() - started > patienceMillis;
      if (attempt === attemptsMax || late || !isWorthRepeating(error)) throw error;
      await sleep(jittered(firstPauseMillis * 2 ** attempt, deps.ids));
    }
  }
}

function isWorthRepeating(error: unknown): boolean {
  const state = sqlState(error);
  return state === '40001' || state === '40P01' || isDatabaseUnavailable(error);
}
