import type { AppDirectory, Ledger } from '../ledger/index.ts';
import { ownOrigins, type RateLimiter } from '../platform/http/index.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { Slice } from '../platform/slice.ts';
import { cancelOpenTopUps } from './cancel-open-top-ups.ts';
import { chargeAnomalies, watchSuspense } from './checkout-metrics.ts';
import { checkoutPages } from './checkout.pages.ts';
import { checkoutRoutes } from './checkout.routes.ts';
import { chooseProvider } from './choose-provider.ts';
import { findPageAssets } from './page-assets.ts';
import { openPlayMoney, type PlayMoney } from './play-money.ts';
import type { FindPurchase } from './purchase-of.ts';
import { reconciliation } from './reconcile-top-ups.ts';
import { dayMillis } from '../platform/config/index.ts';
import { exportTopUps } from './export-top-ups.ts';
import type { CheckoutConfig } from './settings.ts';
import { forgetConfirmationTexts } from './topup-postings.store.ts';
import { sweepNotices } from './topups.store.ts';

export interface CheckoutDeps extends Needs<'db' | 'clock' | 'ids' | 'log' | 'metrics'> {
  readonly config: CheckoutConfig;
  readonly ledger: Ledger;
  readonly apps: AppDirectory;
  readonly limiter: RateLimiter | null;
  /** Keeps a payment open as long as a top-up that was started from its page can be paid. */
  extendPayment(paymentId: string, identityId: string, until: Date): Promise<void>;
  findPurchase: FindPurchase;
  /** Throws unless age and family allow a top-up. */
  assertMayTopUp(tx: Tx, identityId: string): Promise<void>;
  /** The key that authenticates the marks of orders. */
  readonly markKey: Uint8Array;
  /** The folder of the built pages. */
  readonly pagesFolder: string;
}

export interface Checkout extends Slice {
  /** For test players of a sandbox. Refuses if the payment provider is real. */
  readonly playMoney: PlayMoney;
  /** Cancels the open top-ups of an identity or an app, as far as the provider allows it. */
  cancelOpen(holder: Parameters<typeof cancelOpenTopUps>[1]): Promise<void>;
}

export function openCheckout(deps: CheckoutDeps): Checkout {
  const { config, ledger } = deps;
  const checkoutUrl = (id: string) => `${config.baseUrl.origin}/checkout/${id}`;
  const charging = {
    ...deps,
    provider: chooseProvider(config, deps, checkoutUrl),
    balanceMax: ledger.balanceMax,
    newcomerMax: ledger.newcomerMax,
    checkoutUrl,
    onAnomaly: chargeAnomalies(deps.metrics),
  };
  watchSuspense(deps);
  const creating = {
    ...charging,
    book: ledger.book,
    feeRule: ledger.feeRule,
    // If the operator bears the provider's fee, the provider deducts it from the settlement.
    providerFee:
      config.paymentFeePayer === 'operator'
        ? { bps: 0, flat: 0 }
        : { bps: config.paymentFeeBps, flat: config.paymentFeeFlat },
    range: { min: BigInt(config.topUpMin), max: BigInt(config.topUpMax) },
    ttlSeconds: config.topUpTtlSeconds,
    secureCookies: config.baseUrl.protocol === 'https:',
  };
  return {
    routes: checkoutRoutes(creating),
    playMoney: openPlayMoney(creating),
    jobs: [reconciliation(charging)],
    async forget() {
      const before = new Date(deps.clock.nowMillis() - config.retentionDays.payment_notices * dayMillis);
      await sweepNotices(deps.db, before);
      await forgetConfirmationTexts(deps.db, before);
    },
    export: { topUps: exportTopUps },
    // Hosted pages, which work without scripts and are not part of the API.
    mount: (http) =>
      checkoutPages(http, {
        ...charging,
        ownOrigins: ownOrigins(config.baseUrl),
        assets: findPageAssets(deps.pagesFolder),
      }),
    cancelOpen: (holder) => cancelOpenTopUps(charging, holder),
  };
}
