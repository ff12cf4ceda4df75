import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { newPostingId } from '../ledger/index.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';
import { takeBackCharge } from './topup-postings.store.ts';
import type { TopUp } from './topups.store.ts';

export interface ClawBackDeps extends Needs<'clock' | 'ids'> {
  /** Reports an anomaly that an operator must check. */
  onAnomaly?(reason: string): void;
}

/** An operator's order, used if the provider reports no refund. */
export interface ClawBackOrder {
  readonly actor: string;
  readonly reason: string;
  readonly origin: AuditOrigin | null;
}

/**
 * Books that the provider has refunded `refunded` in total to the payer. The money is taken from where it
 * went: first the credited amount, then the fees, or from suspense. Any part that a balance no longer covers
 * becomes a receivable of the platform, because no balance may fall below zero.
 */
export async function clawBack(
  deps: ClawBackDeps,
  tx: Tx,
  topUp: TopUp,
  charge: { readonly chargeId: string; readonly refunded: bigint },
  now: Date,
  order: ClawBackOrder | null = null,
): Promise<void> {
  const { outcome, refunded, receivable } = await takeBackCharge(
    tx,
    { postingId: newPostingId(deps.clock, deps.ids), topUpId: topUp.id, ...charge },
    now,
  );
  if (outcome === 'known') return;
  const details = {
    refunded: String(refunded),
    receivable: String(receivable),
    provider: topUp.provider,
    ...(charge.chargeId === topUp.paymentId ? {} : { paymentId: charge.chargeId }),
    ...(order ? { reason: order.reason } : {}),
  };
  await auditTopUp(tx, topUp, 'topup.refunded', now, details, order);
  if (receivable > 0n) deps.onAnomaly?.('receivable');
}

export async function auditTopUp(
  tx: Tx,
  topUp: TopUp,
  action: string,
  at: Date,
  details: Record<string, unknown>,
  by: Pick<ClawBackOrder, 'actor' | 'origin'> | null = null,
): Promise<void> {
  await recordAudit(tx, {
    at,
    identityId: topUp.identityId,
    actor: by?.actor ?? 'service',
    action,
    target: topUp.id,
    details,
    origin: by?.origin ?? null,
  });
}
