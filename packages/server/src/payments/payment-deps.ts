import type { AccountBook, AppDirectory, AppTerms, FeeRule } from '../ledger/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { PaymentLanes } from './payment-lanes.ts';
import type { Payment } from './payments.store.ts';

/** The terms of an app that payments need. The relying-parties slice provides them. */
export interface PaymentAppTerms extends AppTerms {
  readonly logoUrl: string | null;
  readonly contact: string | null;
}

export interface PaymentApps extends AppDirectory<PaymentAppTerms> {
  /**
   * Returns an address of the app that passes the redirect rules of the login, or refuses it with a reason.
   */
  requireReturnAddress(
    db: Queryable,
    clientId: string,
    asked: { readonly field: string; readonly address: string; readonly reserved: readonly string[] },
  ): Promise<{ readonly href: string; readonly origin: string; readonly isRegistered: boolean }>;
}

export interface PaymentDeps extends Needs<'db' | 'reader' | 'clock' | 'ids'> {
  readonly book: AccountBook;
  readonly feeRule: FeeRule;
  readonly apps: PaymentApps;
  readonly lanes: PaymentLanes;
  readonly balanceMax: bigint;
  /** Defines when days begin. */
  readonly timeZone: string;
  payUrl(id: string): string;
}

/**
 * Whether a player can see a payment: while it is open, the players who may confirm it; afterwards, the
 * player who paid or declined it.
 */
export function isVisibleTo(payment: Payment, identityId: string): boolean {
  if (payment.payerIdentityId !== null) return payment.payerIdentityId === identityId;
  if (payment.askedIdentityId !== null) return payment.askedIdentityId === identityId;
  return payment.endedBy === null || payment.endedBy === identityId;
}
