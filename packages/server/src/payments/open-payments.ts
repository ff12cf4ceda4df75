import type { DeletionBlock } from '@pid/contract';
import type { Ledger, LedgerConfig } from '../ledger/index.ts';
import type { Queryable, Tx } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { PlatformConfig } from '../platform/settings.ts';
import type { Slice } from '../platform/slice.ts';
import { cancelOpenOfApp, cancelOpenOfIdentity, holdGuard, voidHoldsOf } from './end-with-holder.ts';
import { exportPayments } from './export-payments.ts';
import { exportItems } from './list-items.ts';
import { isVisibleTo, type PaymentApps, type PaymentDeps } from './payment-deps.ts';
import { extendPayment } from './payment-postings.store.ts';
import { openPaymentLanes } from './payment-lanes.ts';
import { paymentRoutes } from './payments.routes.ts';
import { findPayment, forgetTexts, keepTextsFor, type Payment } from './payments.store.ts';
import { sweepJob } from './sweep-payments.ts';
import { watchHolds } from './watch-holds.ts';

export interface OpenPaymentsDeps extends Needs<'db' | 'reader' | 'clock' | 'ids' | 'metrics'> {
  readonly config: LedgerConfig & Pick<PlatformConfig, 'baseUrl'>;
  readonly ledger: Ledger;
  readonly apps: PaymentApps;
}

export type Purchase = Pick<Payment, 'description' | 'item' | 'appName'>;

export interface Payments extends Slice {
  /** For the sandbox, which confirms and declines for test players. */
  readonly deps: PaymentDeps;
  /**
   * Extends a payment when a player without enough money starts a top-up on its page, until the top-up can no
   * longer be paid.
   */
  extend(paymentId: string, identityId: string, until: Date): Promise<void>;
  /** Returns what a payment is for, if this player can see it. The checkout page of a top-up for it shows this. */
  findPurchase(paymentId: string, identityId: string): Promise<Purchase | null>;
  holdGuard(db: Queryable, identityId: string): Promise<DeletionBlock | null>;
  voidHoldsOf(identityId: string): Promise<void>;
  cancelOpenOfApp(tx: Tx, clientId: string): Promise<void>;
}

export function openPayments(given: OpenPaymentsDeps): Payments {
  const { config, ledger } = given;
  const limits = {
    feeRule: ledger.feeRule,
    balanceMax: ledger.balanceMax,
    stepUpAmount: BigInt(config.stepUpAmount),
    dailyLimit: BigInt(config.dailyLimit),
    timeZone: config.timeZone,
  };
  const deps: PaymentDeps = {
    ...given,
    book: ledger.book,
    feeRule: ledger.feeRule,
    balanceMax: ledger.balanceMax,
    timeZone: config.timeZone,
    lanes: openPaymentLanes({ ...given, limits }),
    payUrl: (id) => `${config.baseUrl.origin}/pay/${id}`,
  };
  watchHolds(given);
  const findVisible = async (paymentId: string, identityId: string) => {
    const payment = await findPayment(deps.db, paymentId);
    return payment && isVisibleTo(payment, identityId) ? payment : null;
  };
  return {
    deps,
    routes: paymentRoutes(deps),
    jobs: [sweepJob(deps)],
    export: {
      payments: exportPayments,
      items: (db, identityId) => exportItems(deps, db, identityId),
    },
    async erase(tx, { id }) {
      await cancelOpenOfIdentity(deps, tx, id);
      await keepTextsFor(tx, id);
    },
    async forget() {
      while (await forgetTexts(deps.db, config.retentionDays.money_texts));
    },
    findPurchase: findVisible,
    async extend(paymentId, identityId, until) {
      if (await findVisible(paymentId, identityId))
        await extendPayment(deps.db, { paymentId, identityId, feeRule: deps.feeRule.version, until });
    },
    holdGuard: (db, identityId) => holdGuard(deps, db, identityId),
    voidHoldsOf: (identityId) => voidHoldsOf(deps, identityId),
    cancelOpenOfApp: (tx, clientId) => cancelOpenOfApp(deps, tx, clientId),
  };
}
