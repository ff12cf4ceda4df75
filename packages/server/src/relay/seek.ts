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
/** An operation that nobody could judge for so long needs a node with a longer memory, and somebody who gives us one. */
const unjudgedAlarmSeconds = 600;

/**
 * Looks for who took the nonces that were taken, apart from the rounds in which operations land: a history may take long to read, or
 * not be there at all. Until the taker is found the operation stays open.
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
  // It was finalized that the nonce has moved: a node that says otherwise now has lost its mind, and decides nothing.
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
      'nobody can tell who took the nonce of an operation: give PID_SOLANA_RPC_URL a node with a longer history',
    );
  const millis = before === null ? Math.min(restMillisMax, Math.max(restMillis, seconds * 250)) : restMillis;
  await scheduleSeek(deps.db, { id: operation.id, since, before, at: later(deps, millis) });
}
