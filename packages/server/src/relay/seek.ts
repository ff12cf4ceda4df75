import { decideOutcome } from './decide-outcome.ts';
import { findTaker } from './find-taker.ts';
import type { Operation } from './operation.ts';
import { readEvidence } from './read-evidence.ts';
import type { ReconcileDeps } from './reconcile.ts';
import { recordFinalized } from './record-outcome.ts';
import { chunks, forEach, later } from './relay-deps.ts';
import { claimSeeking, scheduleSeek } from './relay-due.store.ts';
import { settleUnlanded } from './settle-unlanded.ts';

const perRound = 20;
const atOnce = 4;
const leaseMillis = 120_000;
const restMillis = 2000;
const restMillisMax = 600_000;
/**
 * An operation that stays undecided for this long needs a node with a longer history, which an operator must
 * provide.
 */
const unjudgedAlarmSeconds = 600;

/**
 * Searches for the transactions that used the nonces of open operations. Separate from `reconcile`, because a
 * history may take long to read or may not be available. The operation stays open until the taker is found.
 */
export async function seek(deps: ReconcileDeps): Promise<number> {
  const claimed = await claimSeeking(deps.db, {
    now: deps.clock.now(),
    leaseUntil: new Date(deps.clock.nowMillis() + leaseMillis),
    limit: perRound,
  });
  for (const part of chunks(claimed, atOnce))
    await Promise.all(part.map((operation) => forEach(deps, [operation], (each) => seekOne(deps, each))));
  return claimed.length;
}

async function seekOne(deps: ReconcileDeps, operation: Operation): Promise<void> {
  const { slot, evidence } = await readEvidence(deps, [operation]);
  const [found] = evidence;
  if (!found) return;
  // It was already finalized that the nonce has moved. A node that reports otherwise is wrong and decides
  // nothing.
  const isTaken = found.nonce > operation.accountNonce;
  const byStatus = isTaken ? decideOutcome(operation, { ...found, taker: 'unknown' }) : 'unknown';
  const looked =
    isTaken && byStatus === 'unknown'
      ? await findTaker(deps, operation, slot)
      : { taker: 'unknown' as const, before: null };
  const verdict = isTaken ? decideOutcome(operation, { ...found, taker: looked.taker }) : 'unknown';
  if (verdict === 'finalized') return recordFinalized(deps, [operation]);
  if (verdict !== 'unknown') return settleUnlanded(deps, operation, found, { verdict, taker: looked.taker });
  await lookAgain(deps, operation, looked.before);
}

async function lookAgain(deps: ReconcileDeps, operation: Operation, before: string | null): Promise<void> {
  const since = operation.seekSince ?? deps.clock.now();
  const seconds = (deps.clock.nowMillis() - since.getTime()) / 1000;
  if (seconds >= unjudgedAlarmSeconds)
    deps.log.error(
      { operation: operation.id, seconds: Math.round(seconds) },
      'no node can tell which transaction used the nonce of an operation: set PID_SOLANA_RPC_URL to a node with a longer history',
    );
  const millis = before === null ? Math.min(restMillisMax, Math.max(restMillis, seconds * 250)) : restMillis;
  await scheduleSeek(deps.db, { id: operation.id, since, before, at: later(deps, millis) });
}
