import {
  daySeconds,
  optional,
  readInteger,
  readOneOf,
  readText,
  readUrl,
  secret,
  setting,
  type Retains,
  type Values,
} from '../platform/config/index.ts';
import type { PlatformConfig } from '../platform/settings.ts';

export const providerSettings = {
  paymentProvider: optional(
    'PID_PAYMENT_PROVIDER',
    'Payment provider for top-ups: midtrans, xendit, or sandbox on loopback',
    readOneOf(['sandbox', 'midtrans', 'xendit']),
    'sandbox on loopback, elsewhere no top-ups',
  ),
  paymentApiUrl: optional(
    'PID_PAYMENT_API_URL',
    'Address to use instead of the API of the payment provider, for a proxy',
    readUrl,
    "the provider's own",
  ),
  midtransServerKey: secret(
    'PID_MIDTRANS_SERVER_KEY',
    'Server key of Midtrans; one that begins with SB- uses the sandbox of Midtrans',
    readText,
    'none',
  ),
  xenditSecretKey: secret('PID_XENDIT_SECRET_KEY', 'Secret key of Xendit', readText, 'none'),
  xenditCallbackToken: secret(
    'PID_XENDIT_CALLBACK_TOKEN',
    "Verification token in Xendit's notices",
    readText,
    'none',
  ),
} as const;

export const checkoutSettings = {
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

export type CheckoutConfig = Values<typeof providerSettings & typeof checkoutSettings> &
  Retains<typeof checkoutRetention> &
  Pick<PlatformConfig, 'baseUrl' | 'loopback'>;

export function checkoutRefusals(config: CheckoutConfig): string[] {
  const refusals: string[] = [];
  if (config.paymentProvider === 'sandbox' && !config.loopback) {
    refusals.push(
      'PID_PAYMENT_PROVIDER is sandbox: it credits money that nobody paid and starts on loopback only; set midtrans or xendit, or leave it unset',
    );
  }
  if (config.paymentProvider === 'midtrans' && !config.midtransServerKey)
    refusals.push('PID_MIDTRANS_SERVER_KEY is not set: Midtrans needs the server key from its dashboard');
  if (config.paymentProvider === 'xendit' && !(config.xenditSecretKey && config.xenditCallbackToken)) {
    refusals.push(
      'PID_XENDIT_SECRET_KEY and PID_XENDIT_CALLBACK_TOKEN must be set: Xendit needs both from its dashboard',
    );
  }
  return refusals;
}
