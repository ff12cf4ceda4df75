import { readInteger, readOneOf, readText, readTimeZone, readUrl } from './readers.ts';
import { daySeconds, optional, secret, setting } from './setting.ts';

/** The payment provider for top-ups, the fees, and the limits of balances. */
export const moneySettings = {
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
  feeBps: setting(
    'PID_FEE_BPS',
    'Our fee for sends, top-ups and payments, in basis points of the amount; the API documentation promises 10',
    readInteger(0, 1000),
    10,
  ),
  feeMinimum: setting(
    'PID_FEE_MINIMUM',
    'Minimum of our fee in rupiah; the API documentation promises 100',
    readInteger(0, 1_000_000),
    100,
  ),
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
  balanceMax: setting(
    'PID_BALANCE_MAX',
    'Maximum rupiah that one balance may hold; e-money rules may require a low limit',
    readInteger(1, 9_000_000_000_000_000),
    9_000_000_000_000_000,
  ),
  stepUpAmount: setting(
    'PID_STEP_UP_AMOUNT',
    'Rupiah that a player may send between two confirmations with a passkey; a tenth of it to a new receiver. Players may lower it',
    readInteger(0, 1_000_000_000_000_000),
    500_000,
  ),
  dailyLimit: setting(
    'PID_DAILY_LIMIT',
    'Maximum rupiah that one player may send in a day. Players may lower it',
    readInteger(0, 1_000_000_000_000_000),
    20_000_000,
  ),
  timeZone: setting(
    'PID_TIME_ZONE',
    'Time zone in which days of limits and the nightly audit begin: a name of the IANA database',
    readTimeZone,
    'Asia/Jakarta',
  ),
} as const;
