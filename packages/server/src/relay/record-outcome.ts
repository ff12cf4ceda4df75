import type { Queryable } from '../platform/db/index.ts';
import type { Operation, OperationState } from './operation.ts';
import type { EffectsByKind, FinalizedState, RelayDeps } from './relay-deps.ts';
import { changeState } from './relay.store.ts';
import { giveBack } from './spending.store.ts';

type OutcomeDeps = Pick<RelayDeps, 'db' | 'clock' | 'log' | 'chain'> & { readonly effects: EffectsByKind };

/**
 * Marks operations that the chain has confirmed. If several nodes see a confirmation concurrently, one
 * carries out the effects; the operations are returned to that one.
 */
export async function recordConfirmed(
  deps: OutcomeDeps,
  operations: readonly Operation[],
): Promise<Operation[]> {
  const now = deps.clock.now();
  const nextAttemptAt = new Date(deps.clock.nowMillis() + untilFinalizedMillis(deps));
  const change = (db: Queryable, changed: readonly Operation[]) =>
    changeState(db, changed, { from: ['prepared'], to: 'confirmed', now, nextAttemptAt });
  const plain = operations.filter(({ kind }) => !deps.effects.get(kind)?.confirmed);
  const recorded = plain.length > 0 ? await change(deps.db, plain) : [];
  const carryOut = (some: readonly Operation[]) =>
    deps.db.transaction(async (tx) => {
      const rows = await change(tx, some);
      for (const each of rows) await deps.effects.get(each.kind)?.confirmed?.(tx, each, now);
      return rows;
    });
  const others = operations.filter((operation) => !plain.includes(operation));
  if (others.length > 0) recorded.push(...(await togetherOrApart(deps, others, carryOut)));
  return recorded;
}

/**
 * Records all together or, if that fails, one by one, so that one failure does not block the others. It is
 * retried later.
 */
async function togetherOrApart(
  { log }: OutcomeDeps,
  operations: readonly Operation[],
  record: (operations: readonly Operation[]) => Promise<Operation[]>,
): Promise<Operation[]> {
  try {
    return await record(operations);
  } catch (error) {
    log.warn(
      { err: error, operations: operations.length },
      'operations could not be recorded together; recording one by one',
    );
  }
  const recorded: Operation[] = [];
  for (const operation of operations)
    await record([operation]).then(
      (rows) => recorded.push(...rows),
      (error: unknown) =>
        log.warn(
          { err: error, operation: operation.id },
          'an operation could not be recorded; it will be retried',
        ),
    );
  return recorded;
}

/** A poll is cheap, so there is an upper limit, however slow the chain seems. */
const finalityLookMillisMax = 15_000;

/** The expected time of finality, plus a margin and one slot. */
function untilFinalizedMillis({ chain: { pace } }: OutcomeDeps): number {
  return Math.min(finalityLookMillisMax, pace.finalityMillis() * 1.05 + pace.slotMillis());
}

/**
 * Marks operations that landed permanently. Lamports that were reimbursed on the chain no longer count as
 * sponsored.
 */
export async function recordFinalized(deps: OutcomeDeps, operations: readonly Operation[]): Promise<void> {
  await recordConfirmed(
    deps,
    operations.filter(({ state }) => state === 'prepared'),
  );
  const now = deps.clock.now();
  await togetherOrApart(deps, operations, (some) =>
    deps.db.transaction(async (tx) => {
      const changed = await changeState(tx, some, { from: ['confirmed'], to: 'finalized', now });
      for (const each of changed) await deps.effects.get(each.kind)?.finalized?.(tx, each, now);
      const paidBack = changed.filter(({ reimbursed }) => reimbursed);
      await giveBack(
        tx,
        paidBack.map((each) => ({ ...each, lamports: each.sponsoredLamports })),
      );
      return changed;
    }),
  );
}

/**
 * Marks an operation that will never have an effect, and returns its reserved lamports, except a fee that was
 * paid.
 */
export async function recordUnlanded(
  deps: OutcomeDeps,
  operation: Operation,
  outcome: {
    state: Extract<OperationState, 'failed' | 'expired' | 'superseded'>;
    error: string;
    paidFee: boolean;
    found: FinalizedState;
  },
): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const change = (from: OperationState) =>
      changeState(tx, [operation], { from: [from], to: outcome.state, now, error: outcome.error });
    const undone = await change('confirmed');
    const at = { ...outcome.found, now };
    for (const each of undone) await deps.effects.get(each.kind)?.undone?.(tx, each, at);
    const changed = [...undone, ...(await change('prepared'))];
    for (const each of changed) await deps.effects.get(each.kind)?.unlanded?.(tx, each, now);
    // A fee may be lost, but the rent was never paid.
    const freedOf = ({ sponsoredLamports, rentLamports }: Operation) =>
      outcome.paidFee ? rentLamports : sponsoredLamports;
    await giveBack(
      tx,
      changed.map((each) => ({ ...each, lamports: freedOf(each) })),
    );
  });
}
