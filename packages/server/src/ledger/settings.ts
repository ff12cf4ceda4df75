import { readInteger, setting, type Reader, type Retains, type Values } from '../platform/config/index.ts';

const readTimeZone: Reader<string> = (text) => {
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw new Error('must be the name of a time zone, such as Asia/Jakarta');
  }
};

/** The fees, and the limits of balances. */
export const ledgerSettings = {
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

export const ledgerRetention = {
  /**
   * Texts about the money of deleted players, counted from the deletion: notes of sends, and texts of apps on
   * payments and refunds.
   */
  money_texts: { days: 180, min: 30 },
} as const;

export type LedgerConfig = Values<typeof ledgerSettings> & Retains<typeof ledgerRetention>;
