import { confirmedAmong } from './confirmed-among.ts';
import { isOpen, type Operation } from './operation.ts';
import { recordConfirmed } from './record-outcome.ts';
import { chunks, type EffectsByKind, type RelayDeps } from './relay-deps.ts';
import { listOperationsById } from './relay.store.ts';

type WatchDeps = RelayDeps & { readonly effects: EffectsByKind };

export interface Watcher {
  /**
   * Resolves when the operation has landed or was settled; null after the timeout. `sending` resolves when
   * the chain has received it from us.
   */
  settled(operation: Operation, timeoutMillis: number, sending?: Promise<unknown>): Promise<Operation | null>;
  close(): void;
}

interface Waiting {
  readonly operation: Operation;
  resolve(operation: Operation | null): void;
}

const singleNodePollMillis = 4;
const clusterPollMillisMin = 25;
const clusterPollMillisMax = 1000;
/** How often the database is checked for outcomes that other nodes have found. */
const stateMillis = 1000;
const signaturesPerRequest = 256;

/**
 * One poll for all waiting requests of this node. Failures of the chain decide nothing; the next poll
 * retries.
 */
export function watchConfirmations(deps: WatchDeps): Watcher {
  const waiting = new Map<string, Set<Waiting>>();
  let polling = false;
  let nextStateMillis = 0;
  let lastSlot = 0n;
  let looks = 0;

  function answer(operation: Operation): void {
    for (const waiter of waiting.get(operation.id) ?? []) waiter.resolve(operation);
  }

  async function pollOnce(): Promise<void> {
    const operations = [...waiting.values()].map((waiters) => [...waiters][0]!.operation);
    const landed: Operation[] = [];
    if (await hasNewSlot()) {
      looks += 1;
      for (const part of chunks(operations, signaturesPerRequest))
        landed.push(...(await landedOf(deps, part)));
    }
    const seen = landed.map(({ id }) => id);
    if (landed.length > 0) {
      deps.crashAt?.('seen-confirmed');
      const recorded = await recordConfirmed(deps, landed);
      deps.crashAt?.('recorded');
      for (const operation of recorded) answer(operation);
    }
    // Reads outcomes that another node recorded first and, once per interval, all of them: they may have been
    // settled elsewhere.
    const now = deps.clock.nowMillis();
    const isTurn = now >= nextStateMillis || nextStateMillis - now > stateMillis;
    if (isTurn) nextStateMillis = now + stateMillis;
    const unknown = isTurn ? [...waiting.keys()] : seen.filter((id) => waiting.has(id));
    if (unknown.length === 0) return;
    for (const operation of await listOperationsById(deps.db, unknown))
      if (operation.state !== 'prepared') answer(operation);
  }

  /** Confirmations come only with new slots, so where requests are cheap the slot is checked first. */
  async function hasNewSlot(): Promise<boolean> {
    if (!deps.chain.client.isSingleNode) return true;
    const slot = await deps.chain.client.slot();
    const isNew = slot !== lastSlot;
    lastSlot = slot;
    return isNew;
  }

  /** Polls a cluster about once per slot, whatever its duration. */
  function pollMillis(): number {
    if (deps.chain.client.isSingleNode) return singleNodePollMillis;
    return Math.min(clusterPollMillisMax, Math.max(clusterPollMillisMin, deps.chain.pace.slotMillis()));
  }

  /** Polls when a block is due, not up to a whole interval later. */
  function pause(): Promise<void> {
    const millis = Math.min(pollMillis(), Math.ceil(deps.chain.pace.millisToNextSlot() ?? Infinity));
    return new Promise((resolve) => void deps.timers.after(millis, resolve));
  }

  async function poll(): Promise<void> {
    if (polling) return;
    polling = true;
    nextStateMillis = deps.clock.nowMillis() + stateMillis;
    while (waiting.size > 0) {
      await pollOnce().catch((error: unknown) =>
        deps.log.warn({ err: error }, 'confirmations could not be read; retrying'),
      );
      if (waiting.size > 0) await pause();
    }
    polling = false;
  }

  return {
    settled: (operation, timeoutMillis, sending) =>
      new Promise((resolve) => {
        if (!isOpen(operation) || operation.state === 'confirmed') return resolve(operation);
        const waiter: Waiting = {
          operation,
          resolve(outcome) {
            callOff();
            const waiters = waiting.get(operation.id);
            waiters?.delete(waiter);
            if (waiters?.size === 0) waiting.delete(operation.id);
            resolve(outcome);
          },
        };
        const callOff = deps.timers.after(timeoutMillis, () => waiter.resolve(null));
        const waiters = waiting.get(operation.id) ?? new Set();
        waiting.set(operation.id, waiters.add(waiter));
        const looksBefore = looks;
        // A poll during the send missed the operation, and its slot may be confirmed by now.
        void sending?.then(() => looks > looksBefore && (lastSlot = 0n));
        void poll();
      }),
    close() {
      for (const waiters of waiting.values()) for (const waiter of waiters) waiter.resolve(null);
    },
  };
}

async function landedOf(deps: RelayDeps, operations: readonly Operation[]): Promise<Operation[]> {
  const statuses = await deps.chain.client.statuses(operations.map(({ signature }) => signature));
  return confirmedAmong(deps, operations, statuses);
}
