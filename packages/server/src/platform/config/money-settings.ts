import { readInteger, readOneOf, readText, readTimeZone, readUrl } from './readers.ts';
import { daySeconds, optional, secret, setting } from './setting.ts';

/** Who collects top-ups, on what terms, and how much a balance may hold. */
export const moneySettings = {
  paymentProvider: optional(
    'PID_PAYMENT_PROVIDER',
    'Who collects top-ups: midtrans, xendit, or sandbox on loopback',
    readOneOf(['sandbox', 'midtrans', 'xendit']),
    'sandbox on loopback, elsewhere no top-ups',
  ),
  paymentApiUrl: optional(
    'PID_PAYMENT_API_URL',
    "Address in place of the payment provider's own, for a proxy",
    readUrl,
    "the provider's own",
  ),
  midtransServerKey: secret(
    'PID_MIDTRANS_SERVER_KEY',
    "Server key of Midtrans; one that begins with SB- uses Midtrans' sandbox",
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
    'Our own fee of sends, top-ups and payments, in basis points of the amount; 10 is what the interface promises',
    readInteger(0, 1000),
    10,
  ),
  feeMinimum: setting(
    'PID_FEE_MINIMUM',
    'The least rupiah of our own fee; 100 is what the interface promises',
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
    'Payment fee of a top-up, in rupiah on top',
    readInteger(0, 1_000_000),
    0,
  ),
  topUpMin: setting(
    'PID_TOPUP_MIN',
    'The least rupiah that a top-up may credit; below it a payment costs more than it brings',
    readInteger(1, 1_000_000_000),
    1,
  ),
  topUpMax: setting(
    'PID_TOPUP_MAX',
    'The most rupiah that a top-up may credit; QRIS takes 10000000 at once',
    readInteger(1, 1_000_000_000_000_000),
    1_000_000_000_000_000,
  ),
  paymentFeePayer: setting(
    'PID_PAYMENT_FEE_PAYER',
    'Who bears the payment fee: player, on top of the amount, or operator, out of what the provider settles. A surcharge on QRIS is not allowed in Indonesia',
    readOneOf(['player', 'operator']),
    'player',
  ),
  topUpTtlSeconds: setting(
    'PID_TOPUP_TTL_SECONDS',
    'How long a checkout can be paid',
    readInteger(1, 7 * daySeconds),
    daySeconds,
  ),
  balanceMax: setting(
    'PID_BALANCE_MAX',
    'The most rupiah that one balance may hold; e-money rules may demand a low one',
    readInteger(1, 9_000_000_000_000_000),
    9_000_000_000_000_000,
  ),
  stepUpAmount: setting(
    'PID_STEP_UP_AMOUNT',
    'Rupiah that a player may send between two confirmations with a passkey; to a new receiver a tenth of it. Players may lower it',
    readInteger(0, 1_000_000_000_000_000),
    500_000,
  ),
  dailyLimit: setting(
    'PID_DAILY_LIMIT',
    'The most rupiah that one player may send in a day. Players may lower it',
    readInteger(0, 1_000_000_000_000_000),
    20_000_000,
  ),
  timeZone: setting(
    'PID_TIME_ZONE',
    'Where days of limits and the nightly audit begin, by its name in the IANA database',
    readTimeZone,
    'Asia/Jakarta',
  ),
} as const;
