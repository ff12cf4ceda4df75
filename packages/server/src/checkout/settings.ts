import {
  daySeconds,
  optional,
  readInteger,
  readOneOf,
  readUrl,
  setting,
  type Retains,
  type Values,
} from '../platform/config/index.ts';
import type { PlatformConfig } from '../platform/settings.ts';
import {
  anyOf,
  ownSettings,
  providerIds,
  remoteProviderIds,
  remoteProviders,
  sandbox,
} from './providers/index.ts';

const providerSettings = {
  paymentProvider: optional(
    'PID_PAYMENT_PROVIDER',
    `Payment provider for top-ups: ${remoteProviderIds.join(', ')} in a live service, ${sandbox.id} elsewhere`,
    readOneOf(providerIds),
    `no top-ups in a live service, elsewhere ${sandbox.id}`,
  ),
  paymentApiUrl: optional(
    'PID_PAYMENT_API_URL',
    'Address to use instead of the API of the payment provider, for a proxy',
    readUrl,
    "the provider's own",
  ),
  ...ownSettings,
} as const;

export const checkoutSettings = {
  ...providerSettings,
  paymentFeeBps: setting(
    'PID_PAYMENT_FEE_BPS',
    'Payment fee of a top-up, in basis points of its amount',
    readInteger(0, 1000),
    0,
  ),
  paymentFeeFlat: setting(
    'PID_PAYMENT_FEE_FLAT',
    'Fixed part of the payment fee of a top-up, in rupiah',
    readInteger(0, 1_000_000),
    0,
  ),
  topUpMin: setting(
    'PID_TOPUP_MIN',
    'Minimum rupiah that a top-up credits; below it a payment costs more than it earns',
    readInteger(1, 1_000_000_000),
    1,
  ),
  topUpMax: setting(
    'PID_TOPUP_MAX',
    'Maximum rupiah that a top-up credits; QRIS allows 10000000 per transaction',
    readInteger(1, 1_000_000_000_000_000),
    1_000_000_000_000_000,
  ),
  paymentFeePayer: setting(
    'PID_PAYMENT_FEE_PAYER',
    'Who pays the payment fee: player, on top of the amount, or operator, out of the amount that the provider settles. A surcharge on QRIS is not allowed in Indonesia',
    readOneOf(['player', 'operator']),
    'player',
  ),
  topUpTtlSeconds: setting(
    'PID_TOPUP_TTL_SECONDS',
    'How long a checkout can be paid, in seconds',
    readInteger(1, 7 * daySeconds),
    daySeconds,
  ),
} as const;

export const checkoutRetention = {
  /**
   * Notifications and status responses of the payment provider in their original form, which may name the
   * payer.
   */
  payment_notices: { days: 90, min: 30 },
} as const;

export type ProviderConfig = Values<typeof providerSettings> & Pick<PlatformConfig, 'mode'>;

export type CheckoutConfig = Values<typeof checkoutSettings> &
  Retains<typeof checkoutRetention> &
  Pick<PlatformConfig, 'baseUrl' | 'mode'>;

export function checkoutProblems(config: ProviderConfig): string[] {
  if (config.paymentProvider === sandbox.id && config.mode === 'live')
    return [
      `PID_PAYMENT_PROVIDER is ${sandbox.id}: it credits money that nobody paid, and PID_MODE is live; set ${anyOf(remoteProviderIds)}, or leave it unset`,
    ];
  if (config.mode === 'sandbox' && config.paymentProvider !== null && config.paymentProvider !== sandbox.id)
    return [
      `PID_PAYMENT_PROVIDER is ${config.paymentProvider}: a sandbox has play money only; leave it unset`,
    ];
  return remoteProviders.find(({ id }) => id === config.paymentProvider)?.problems(config) ?? [];
}
