import { recordAudit } from '../audit/index.ts';
import { newPostingId, type SuspenseReason } from '../ledger/index.ts';
import { sqlState, type Database, type Tx } from '../platform/db/index.ts';
import { impossible } from '../platform/errors/index.ts';
import type { Logger } from '../platform/log.ts';
import { auditTopUp, clawBack, type ClawBackDeps } from './claw-back.ts';
import type { ChargeState, PaidState } from './payment-provider.ts';
import { creditTopUp, endTopUp, insertConfirmation } from './topup-postings.store.ts';
import { findTopUp, scheduleCheck, type TopUp } from './topups.store.ts';

export interface SettleDeps extends ClawBackDeps {
  readonly db: Database;
  readonly balanceMax: bigint;
  readonly log?: Logger;
}

/**
 * Updates a top-up to the provider's state. It can run any number of times, in any order and on any node:
 * each charge is booked once.
 */
export async function settleTopUp(
  deps: SettleDeps,
  id: string,
  state: ChargeState,
  notice: string | null,
): Promise<TopUp> {
  try {
    return await settle(deps, id, state, notice);
  } catch (error) {
    if (state.kind !== 'paid' || sqlState(error) !== '23505') throw error;
    // Another top-up was paid with the same charge concurrently; the unique index prevents crediting it
    // twice.
    return deps.db.transaction(async (tx) => {
      const topUp = await getStoredTopUp(tx, id);
      await noteAnomaly(deps, tx, topUp, 'payment belongs to another top-up', state);
      return topUp;
    });
  }
}

async function settle(
  deps: SettleDeps,
  id: string,
  state: ChargeState,
  notice: string | null,
): Promise<TopUp> {
  return deps.db.transaction(async (tx) => {
    const topUp = await getStoredTopUp(tx, id);
    const now = deps.clock.now();
    if (state.kind === 'paid') await settlePaid(deps, tx, topUp, { state, notice }, now);
    else await settleUnpaid(tx, topUp, state.kind, now);
    return getStoredTopUp(tx, id);
  });
}

async function getStoredTopUp(tx: Tx, id: string): Promise<TopUp> {
  return (await findTopUp(tx, id)) ?? impossible(`top-up ${id} is missing`);
}

async function settlePaid(
  deps: SettleDeps,
  tx: Tx,
  topUp: TopUp,
  { state, notice }: { readonly state: PaidState; readonly notice: string | null },
  now: Date,
): Promise<void> {
  if (state.currency !== 'IDR') {
    await noteAnomaly(deps, tx, topUp, 'paid in another currency', state);
    return;
  }
  await insertConfirmation(tx, {
    topUpId: topUp.id,
    provider: topUp.provider,
    chargeId: state.chargeId,
    paid: state.amount,
    notice,
    answer: state.answer,
    now,
  });
  const itemId = deps.ids.uuid();
  const { outcome, reason } = await creditTopUp(
    tx,
    {
      postingId: newPostingId(deps.clock, deps.ids),
      itemId,
      topUpId: topUp.id,
      chargeId: state.chargeId,
      paymentRequestId: state.paymentRequestId,
      paid: state.amount,
      balanceMax: deps.balanceMax,
    },
    now,
  );
  if (outcome === 'foreign') {
    await noteAnomaly(deps, tx, topUp, 'payment belongs to another top-up', state);
    return;
  }
  if (outcome === 'credited')
    await auditTopUp(tx, topUp, 'topup.paid', now, {
      amount: String(topUp.amount),
      provider: topUp.provider,
      late: topUp.status !== 'pending',
    });
  if (reason) await noteSuspense(deps, tx, topUp, { itemId, reason, state }, now);
  if (outcome !== 'known') await scheduleCheck(tx, topUp.id, firstLook(deps, now));
  if (state.refunded > 0n) await clawBack(deps, tx, topUp, state, now);
}

const dayMillis = 86_400_000;

/** A day later, spread over a few hours, so that top-ups paid together are not checked together. */
function firstLook(deps: SettleDeps, now: Date): Date {
  return new Date(now.getTime() + dayMillis + Math.round((deps.ids.bytes(1)[0]! / 255) * (dayMillis / 6)));
}

/** A pending top-up past its expiry becomes expired; money that arrives later is still booked. */
async function settleUnpaid(
  tx: Tx,
  topUp: TopUp,
  kind: 'pending' | 'failed' | 'expired',
  now: Date,
): Promise<void> {
  const status = kind === 'pending' ? (now >= topUp.expiresAt ? 'expired' : null) : kind;
  if (status !== null && (await endTopUp(tx, topUp.id, status)))
    await auditTopUp(tx, topUp, `topup.${status}`, now, {});
}

/** Reports every suspense item: the audit log names it, a metric counts it, and the log has a warning. */
async function noteSuspense(
  deps: SettleDeps,
  tx: Tx,
  topUp: TopUp,
  { itemId, reason, state }: { itemId: string; reason: SuspenseReason; state: PaidState },
  now: Date,
): Promise<void> {
  deps.onAnomaly?.(reason);
  deps.log?.warn({ topUp: topUp.id, item: itemId, reason }, 'a provider charge was booked to suspense');
  await recordAudit(tx, {
    at: now,
    identityId: topUp.identityId,
    actor: 'service',
    action: 'suspense.received',
    target: itemId,
    details: { reason, topUp: topUp.id, provider: topUp.provider, paymentId: state.chargeId },
    origin: null,
  });
}

async function noteAnomaly(
  deps: SettleDeps,
  tx: Tx,
  topUp: TopUp,
  reason: string,
  state: PaidState,
): Promise<void> {
  deps.onAnomaly?.(reason);
  await auditTopUp(tx, topUp, 'topup.anomaly', deps.clock.now(), {
    reason,
    paymentId: state.chargeId,
    amount: String(state.amount),
    currency: state.currency,
    provider: topUp.provider,
  });
}
