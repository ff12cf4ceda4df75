import { readInteger, readOneOf, readText, readTimeZone, readUrl } from './readers.ts';
import { optional, setting, daySeconds } from './setting.ts';

/** Who collects top-ups, on what terms, and how much a balance may hold. */
export const moneySettings = {
  paymentProvider: optional(
    {
      variable: 'PID_PAYMENT_PROVIDER',
      meaning: 'Who collects top-ups: midtrans, xendit, or sandbox on loopback',
      unset: 'sandbox on loopback, elsewhere no top-ups',
    },
    readOneOf(['sandbox', 'midtrans', 'xendit']),
  ),
  paymentApiUrl: optional(
    {
      variable: 'PID_PAYMENT_API_URL',
      meaning: "Address in place of the payment provider's own, for a proxy",
      unset: "the provider's own",
    },
    readUrl,
  ),
  midtransServerKey: optional(
    {
      variable: 'PID_MIDTRANS_SERVER_KEY',
      meaning: "Server key of Midtrans; one that begins with SB- uses Midtrans' sandbox",
      unset: 'none',
      secret: true,
    },
    readText,
  ),
  xenditSecretKey: optional(
    { variable: 'PID_XENDIT_SECRET_KEY', meaning: 'Secret key of Xendit', unset: 'none', secret: true },
    readText,
  ),
  xenditCallbackToken: optional(
    {
      variable: 'PID_XENDIT_CALLBACK_TOKEN',
      meaning: "Verification token in Xendit's notices",
      unset: 'none',
      secret: true,
    },
    readText,
  ),
  paymentFeeBps: setting(
    {
      variable: 'PID_PAYMENT_FEE_BPS',
      meaning: 'Payment fee of a top-up, in basis points of its amount',
      unset: '0',
    },
    readInteger(0, 1000),
    0,
  ),
  paymentFeeFlat: setting(
    { variable: 'PID_PAYMENT_FEE_FLAT', meaning: 'Payment fee of a top-up, in rupiah on top', unset: '0' },
    readInteger(0, 1_000_000),
    0,
  ),
  topUpTtlSeconds: setting(
    { variable: 'PID_TOPUP_TTL_SECONDS', meaning: 'How long a checkout can be paid', unset: '86400' },
    readInteger(1, 7 * daySeconds),
    daySeconds,
  ),
  balanceMax: setting(
    {
      variable: 'PID_BALANCE_MAX',
      meaning: 'The most rupiah that one balance may hold; e-money rules may demand a low one',
      unset: '9000000000000000',
    },
    readInteger(1, 9_000_000_000_000_000),
    9_000_000_000_000_000,
  ),
  stepUpAmount: setting(
    {
      variable: 'PID_STEP_UP_AMOUNT',
      meaning:
        'Rupiah that a player may send between two confirmations with a passkey; to a new receiver a tenth of it. Players may lower it',
      unset: '500000',
    },
    readInteger(0, 1_000_000_000_000_000),
    500_000,
  ),
  dailyLimit: setting(
    {
      variable: 'PID_DAILY_LIMIT',
      meaning: 'The most rupiah that one player may send in a day. Players may lower it',
      unset: '20000000',
    },
    readInteger(0, 1_000_000_000_000_000),
    20_000_000,
  ),
  timeZone: setting(
    {
      variable: 'PID_TIME_ZONE',
      meaning: 'Where days of limits and the nightly audit begin, by its name in the IANA database',
      unset: 'Asia/Jakarta',
    },
    readTimeZone,
    'Asia/Jakarta',
  ),
} as const;
