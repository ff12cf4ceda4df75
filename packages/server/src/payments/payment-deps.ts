import type { AccountBook, FeeRule } from '../ledger/index.ts';
import type { Queryable, Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Caller } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { PaymentLanes } from './payment-lanes.ts';
import type { Payment } from './payments.store.ts';

/** What payments must know of an app. The relying-parties slice knows it; the wiring passes it in. */
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
  /** An address of the app's, under the rules of the login; refused with the reason when it is not. */
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
  /** Where days begin. */
  readonly timeZone: string;
  payUrl(id: string): string;
}

/** Somebody else's app does not exist, for its owner's cookie as for its own machine token. */
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

/** Whether a player may know of it: who may confirm while it is open, and afterwards who did, or declined. */
export function isVisibleTo(payment: Payment, identityId: string): boolean {
  if (payment.payerIdentityId !== null) return payment.payerIdentityId === identityId;
  if (payment.askedIdentityId !== null) return payment.askedIdentityId === identityId;
  return payment.endedBy === null || payment.endedBy === identityId;
}
