import type { Address } from '@pid/protocol';
import type { Signature } from '@solana/kit';
import type { TransactionStatus } from '../platform/chain/client/index.ts';
import { decideOutcome, type FinalizedEvidence } from './decide-outcome.ts';
import { describeChainError } from './describe-chain-error.ts';
import type { Operation } from './operation.ts';
import { recordConfirmed, recordFinalized, recordUnlanded } from './record-outcome.ts';
import { jittered, type EffectsByKind, type RelayDeps } from './relay-deps.ts';
import { claimDue, scheduleNext } from './relay.store.ts';
import { confirmedAmong, nonceOf } from './watch-confirmations.ts';

type ReconcileDeps = RelayDeps & { readonly effects: EffectsByKind };

const batch = 100;
const leaseMillis = 30_000;
const resendMillis = 2000;
const resendMillisMax = 15_000;
const finalizedMillis = 4000;
const historyMax = 1000;

/**
 * Works on whatever is due, on any number of nodes: sends the same bytes again, marks what is confirmed, settles what finalized
 * blocks have decided. It can stop anywhere; a lease that ends brings the operation back.
 */
export async function reconcile(deps: ReconcileDeps): Promise<number> {
  const now = deps.clock.now();
  const due = await claimDue(deps.db, now, new Date(deps.clock.nowMillis() + leaseMillis), batch);
  if (due.length === 0) return 0;
  try {
    await judge(deps, due);
  } catch (error) {
    deps.log.warn(
      { err: error, operations: due.length },
      'operations could not be judged, they are looked at again',
    );
    for (const { id, sends } of due)
      await scheduleNext(deps.db, { id, at: after(deps, backoff(sends)), sent: false });
  }
  return due.length;
}

async function judge(deps: ReconcileDeps, due: readonly Operation[]): Promise<void> {
  const { client, programId } = deps.chain;
  const { absoluteSlot, blockHeight } = await client.rpc.getEpochInfo({ commitment: 'finalized' }).send();
  const [{ accounts, slot }, statuses] = await Promise.all([
    client.accounts(
      due.map(({ account }) => account),
      { commitment: 'finalized', minContextSlot: absoluteSlot },
    ),
    client.statuses(due.map(({ signature }) => signature)),
  ]);
  const finalized: Operation[] = [];
  const waiting: [Operation, TransactionStatus | null][] = [];
  for (const [index, operation] of due.entries()) {
    const evidence = {
      height: blockHeight,
      nonce: nonceOf(accounts[index] ?? null, programId),
      status: statuses[index] ?? null,
      taker: 'unknown',
    } as const;
    const verdict = await settle(deps, operation, evidence, slot);
    if (verdict === 'finalized') finalized.push(operation);
    if (verdict === 'wait') waiting.push([operation, evidence.status]);
  }
  if (finalized.length > 0) await recordFinalized(deps, finalized);
  await goOn(deps, waiting);
}

async function settle(
  deps: ReconcileDeps,
  operation: Operation,
  evidence: FinalizedEvidence,
  slot: bigint,
): Promise<'finalized' | 'wait' | 'settled'> {
  const verdict = decideOutcome(operation, evidence);
  if (verdict === 'finalized' || verdict === 'wait') return verdict;
  if (verdict === 'look-for-taker') {
    const taker = await findTaker(deps, operation, slot);
    // Without an archive that reaches so far nobody can tell yet; the bytes are dead in any case.
    return taker === 'unknown' ? 'wait' : settle(deps, operation, { ...evidence, taker }, slot);
  }
  const { status } = evidence;
  if (verdict === 'expired' && status?.error === null)
    deps.log.error(
      { operation: operation.id },
      'a node calls landed what the finalized nonce says did not: the nonce decides',
    );
  const error = {
    failed: describeChainError(status?.error ?? null),
    expired: 'it did not land before its blockhash expired',
    superseded: `nonce ${operation.accountNonce} was taken by another transaction`,
  }[verdict];
  // A failed transaction has paid its fee, and so may one have that was overtaken: it may have landed without effect.
  await recordUnlanded(deps, operation, {
    state: verdict,
    error,
    paidFee: verdict === 'failed' || (verdict === 'superseded' && status !== null),
  });
  return 'settled';
}

/** Looks whether our signature is among those that touched the account in finalized blocks. */
async function findTaker(
  { chain }: ReconcileDeps,
  operation: Operation,
  minContextSlot: bigint,
): Promise<FinalizedEvidence['taker']> {
  const entries = await chain.client.rpc
    .getSignaturesForAddress(operation.account satisfies Address, {
      commitment: 'finalized',
      minContextSlot,
      limit: historyMax,
    })
    .send();
  const ours = entries.find(({ signature }) => signature === (operation.signature as Signature));
  if (ours) return ours.err === null ? 'ours' : 'another';
  return entries.some(({ err }) => err === null) ? 'another' : 'unknown';
}

async function goOn(
  deps: ReconcileDeps,
  waiting: readonly (readonly [Operation, TransactionStatus | null])[],
): Promise<void> {
  const prepared = waiting.filter(([{ state }]) => state === 'prepared');
  const confirmed = await confirmedAmong(
    deps,
    prepared.map(([operation]) => operation),
    prepared.map(([, status]) => status),
  );
  if (confirmed.length > 0) await recordConfirmed(deps, confirmed);
  await Promise.all(
    waiting
      .filter(([operation]) => !confirmed.includes(operation))
      .map(async ([operation, status]) => {
        // The same bytes can land once at most, so sending them again costs nothing and mends a lost send or a dropped fork.
        if (!status)
          await deps.chain.client
            .send(operation.wire)
            .catch((error: unknown) =>
              deps.log.warn(
                { err: error, operation: operation.id },
                'a send failed, the bytes are sent again',
              ),
            );
        const millis = operation.state === 'confirmed' && status ? finalizedMillis : backoff(operation.sends);
        await scheduleNext(deps.db, { id: operation.id, at: after(deps, millis), sent: !status });
      }),
  );
}

function backoff(sends: number): number {
  return Math.min(resendMillisMax, resendMillis * 1.5 ** Math.min(sends, 10));
}

function after(deps: ReconcileDeps, millis: number): Date {
  return new Date(deps.clock.nowMillis() + jittered(deps.ids, millis));
}
