import type { AccountBook, FeeRule } from '../ledger/index.ts';
import type { Queryable, Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Caller } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { PaymentLanes } from './payment-lanes.ts';
import type { Payment } from './payments.store.ts';

/** The terms of an app that payments need. The relying-parties slice provides them. */
export interface PaymentAppTerms {
  readonly clientId: string;
  readonly name: string;
  readonly logoUrl: string | null;
  readonly contact: string | null;
  readonly ownerIdentityId: string;
  readonly feeBps: number;
  readonly feeFlat: number;
  readonly verified: boolean;
  readonly paused: boolean;
  readonly connected: boolean;
}

export interface PaymentApps {
  termsFor(db: Queryable, clientId: string, identityId: string | null): Promise<PaymentAppTerms | null>;
  isPausedUnderLock(tx: Tx, clientId: string): Promise<boolean>;
  ownedApps(db: Queryable, identityId: string): Promise<string[]>;
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
  /** Defines when days begin. */
  readonly timeZone: string;
  payUrl(id: string): string;
}

/**
 * Returns the app if the caller is its owner or its machine token. For other callers the app does not exist.
 */
export async function ownApp(
  deps: Pick<PaymentDeps, 'db' | 'apps'>,
  caller: Caller,
  clientId: string,
): Promise<PaymentAppTerms> {
  const terms = await deps.apps.termsFor(deps.db, clientId, null);
  const isOwn =
    caller.type === 'app' ? caller.clientId === clientId : terms?.ownerIdentityId === caller.identityId;
  if (!terms || !isOwn) throw refuse('no_such_app');
  return terms;
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
