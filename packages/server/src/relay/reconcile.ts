import { confirmedAmong } from './confirmed-among.ts';
import { decideOutcome, type Verdict } from './decide-outcome.ts';
import type { Operation } from './operation.ts';
import { readEvidence, type Evidence } from './read-evidence.ts';
import { recordConfirmed, recordFinalized } from './record-outcome.ts';
import { accountsPerRead, forEach, later, type EffectsByKind, type RelayDeps } from './relay-deps.ts';
import { claimDue, scheduleNext, scheduleSeek } from './relay-due.store.ts';
import { settleUnlanded } from './settle-unlanded.ts';

export type ReconcileDeps = RelayDeps & { readonly effects: EffectsByKind };

const leaseMillis = 30_000;
const lookMillisMax = 5000;

interface Judged {
  readonly operation: Operation;
  readonly evidence: Evidence;
  readonly verdict: Verdict;
}

/**
 * Processes due operations, on any number of nodes: settles those that finalized blocks have decided, resends
 * the same bytes, and marks confirmed ones. It can stop anywhere; an operation returns when its lease ends.
 * Operations are settled independently, landed ones first, so that none can block the others.
 */
export async function reconcile(deps: ReconcileDeps): Promise<number> {
  const due = await claimDue(deps.db, {
    now: deps.clock.now(),
    leaseUntil: new Date(deps.clock.nowMillis() + leaseMillis),
    limit: accountsPerRead,
  });
  if (due.length === 0) return 0;
  let judged: readonly Judged[];
  try {
    const { evidence } = await readEvidence(deps, due);
    judged = due.map((operation, index) => judge(operation, evidence[index]!));
  } catch (error) {
    deps.log.warn({ err: error, operations: due.length }, 'the chain could not be read; retrying');
    await forEach(deps, due, async ({ id, sends }) =>
      scheduleNext(deps.db, { id, at: later(deps, backoff(deps, sends)), sent: false }),
    );
    return due.length;
  }
  const withVerdict = (verdict: Verdict) => judged.filter((each) => each.verdict === verdict);
  const landed = withVerdict('finalized').map(({ operation }) => operation);
  if (landed.length > 0) await recordFinalized(deps, landed);
  await followWaiting(deps, withVerdict('wait'));
  // `seek` searches for the transaction that used a nonce, because that may take long.
  await forEach(deps, withVerdict('unknown'), async ({ operation: { id } }) =>
    scheduleSeek(deps.db, { id, since: deps.clock.now(), before: null, at: deps.clock.now() }),
  );
  const unlanded = judged.filter(({ verdict }) => ['failed', 'expired', 'superseded'].includes(verdict));
  await forEach(deps, unlanded, ({ operation, evidence, verdict }) =>
    settleUnlanded(deps, operation, evidence, { verdict, taker: 'unknown' }),
  );
  return due.length;
}

function judge(operation: Operation, evidence: Evidence): Judged {
  return { operation, evidence, verdict: decideOutcome(operation, { ...evidence, taker: 'unknown' }) };
}

/**
 * Handles operations that may still land: resends those that no node knows, and marks those that the chain
 * has confirmed.
 */
async function followWaiting(deps: ReconcileDeps, waiting: readonly Judged[]): Promise<void> {
  const unseen = waiting.filter(({ evidence }) => !evidence.status);
  await Promise.all(unseen.map(({ operation }) => sendAgain(deps, operation)));
  const prepared = waiting.filter(({ operation }) => operation.state === 'prepared');
  const confirmed = await confirmedAmong(
    deps,
    prepared.map(({ operation }) => operation),
    prepared.map(({ evidence }) => evidence.status),
  ).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'confirmations could not be read; retrying');
    return [] as Operation[];
  });
  if (confirmed.length > 0) await recordConfirmed(deps, confirmed);
  const others = waiting.filter(({ operation }) => !confirmed.includes(operation));
  await forEach(deps, others, async ({ operation, evidence: { status } }) => {
    const { id, state, sends } = operation;
    const millis = state === 'confirmed' && status ? finalityLookMillis(deps) : backoff(deps, sends);
    await scheduleNext(deps.db, { id, at: later(deps, millis), sent: !status });
  });
}

/**
 * The same bytes can land at most once, so resending them is safe and repairs a lost send or a dropped fork.
 */
async function sendAgain(deps: ReconcileDeps, { id, wire }: Operation): Promise<void> {
  await deps.chain.client
    .send(wire)
    .catch((error: unknown) =>
      deps.log.warn({ err: error, operation: id }, 'a send failed; the bytes will be sent again'),
    );
}

/** A few polls in the usual time of finality. */
function finalityLookMillis({ chain: { pace } }: ReconcileDeps): number {
  return Math.min(lookMillisMax, Math.max(pace.slotMillis(), pace.finalityMillis() / 3));
}

/** Grows with every send and stays far below the lifetime of a blockhash. */
function backoff({ chain: { pace } }: ReconcileDeps, sends: number): number {
  const { resendMillis, resendMillisMax } = pace.sending();
  return Math.min(resendMillisMax, resendMillis * 1.5 ** Math.min(sends, 10));
}
