import type { Queryable, Tx } from '../platform/db/index.ts';
import type { Operation, OperationState, Pool } from './operation.ts';
import { utcDay, type EffectsByKind, type RelayDeps } from './relay-deps.ts';
import { changeState, release } from './relay.store.ts';

type OutcomeDeps = Pick<RelayDeps, 'db' | 'clock' | 'log'> & { readonly effects: EffectsByKind };

/** From here on nobody looks before a cluster usually has finalized. */
const finalizationMillis = 14_000;

/** Marks what the chain has confirmed. Of several nodes that see it at once, one carries out what follows; it gets them back. */
export async function recordConfirmed(
  deps: OutcomeDeps,
  operations: readonly Operation[],
): Promise<Operation[]> {
  const now = deps.clock.now();
  const nextAttemptAt = new Date(deps.clock.nowMillis() + finalizationMillis);
  const change = (db: Queryable, changed: readonly Operation[]) =>
    changeState(db, changed, { from: ['prepared'], to: 'confirmed', now, nextAttemptAt });
  const plain = operations.filter(({ kind }) => !deps.effects.get(kind)?.confirmed);
  const recorded = plain.length > 0 ? await change(deps.db, plain) : [];
  for (const operation of operations) {
    const effects = deps.effects.get(operation.kind);
    if (!effects?.confirmed) continue;
    const changed = await deps.db.transaction(async (tx) => {
      const rows = await change(tx, [operation]);
      for (const each of rows) await effects.confirmed?.(tx, each, now);
      return rows;
    });
    recorded.push(...changed);
  }
  return recorded;
}

/** It landed for good. What was reimbursed on chain no longer counts as sponsored. */
export async function recordFinalized(deps: OutcomeDeps, operations: readonly Operation[]): Promise<void> {
  await recordConfirmed(
    deps,
    operations.filter(({ state }) => state === 'prepared'),
  );
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const changed = await changeState(tx, operations, { from: ['confirmed'], to: 'finalized', now });
    await giveBack(
      tx,
      changed.filter(({ reimbursed }) => reimbursed),
    );
  });
}

/** It will never have an effect. A failed one has cost its fee; the others have cost nothing. */
export async function recordUnlanded(
  deps: OutcomeDeps,
  operation: Operation,
  outcome: {
    state: Extract<OperationState, 'failed' | 'expired' | 'superseded'>;
    error: string;
    paidFee: boolean;
  },
): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const change = (from: OperationState) =>
      changeState(tx, [operation], { from: [from], to: outcome.state, now, error: outcome.error });
    const undone = await change('confirmed');
    for (const each of undone) await deps.effects.get(each.kind)?.undone?.(tx, each, now);
    const changed = [...undone, ...(await change('prepared'))];
    if (!outcome.paidFee) await giveBack(tx, changed);
  });
}

/** In one order for all, the shared rows last, so that transactions never wait for each other in a circle. */
async function giveBack(tx: Tx, operations: readonly Operation[]): Promise<void> {
  const sums = new Map<string, { day: string; pool: Pool; holder: string; lamports: bigint }>();
  for (const { createdAt, pool, identityId, sponsoredLamports } of operations) {
    for (const holder of [identityId, 'all']) {
      const day = utcDay(createdAt);
      const key = `${holder === 'all' ? 1 : 0} ${day} ${pool} ${holder}`;
      const sum = sums.get(key);
      sums.set(key, { day, pool, holder, lamports: (sum?.lamports ?? 0n) + sponsoredLamports });
    }
  }
  for (const [, sum] of [...sums].toSorted(([left], [right]) => (left < right ? -1 : 1)))
    await release(tx, sum);
}
