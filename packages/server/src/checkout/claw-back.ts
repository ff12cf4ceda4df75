import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { newPostingId } from '../ledger/index.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';
import { takeBackCharge } from './topup-postings.store.ts';
import type { TopUp } from './topups.store.ts';

export interface ClawBackDeps extends Needs<'clock' | 'ids'> {
  /** Something that an operator must look at. */
  onAnomaly?(reason: string): void;
}

/** An operator's word, where the provider's own has not come. */
export interface ClawBackOrder {
  readonly actor: string;
  readonly reason: string;
  readonly origin: AuditOrigin | null;
}

/**
 * The provider has given money of one payment back to the payer, `refunded` in all. It is taken from where it went: the credited
 * amount first, then the fees; or from suspense. What a balance does not hold any more is owed to the platform, because no balance
 * may fall below zero.
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
