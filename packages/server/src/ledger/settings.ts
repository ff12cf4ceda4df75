import { readInteger, setting, type Reader, type Retains, type Values } from '../platform/config/index.ts';

const readTimeZone: Reader<string> = (text) => {
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw new Error('must be the name of a time zone, such as Asia/Jakarta');
  }
};

interface TierLimits {
  /** Maximum rupiah on a balance. */
  readonly balance: number;
  /** Maximum rupiah that may come in during a month. */
  readonly incoming: number;
}

/** What players may hold and receive, before and after the operator has established who they are. */
export interface TierFigures {
  readonly basic: TierLimits;
  readonly registered: TierLimits;
}

/** The figures of Bank Indonesia for e-money. */
const emoneyFigures: TierFigures = {
  basic: { balance: 2_000_000, incoming: 20_000_000 },
  registered: { balance: 20_000_000, incoming: 40_000_000 },
};

const readTiers: Reader<TierFigures | null> = (text) => {
  if (text === 'off') return null;
  if (text === 'on') return emoneyFigures;
  const [balance, incoming, registeredBalance, registeredIncoming] = text.split(',').map(Number);
  const isValid =
    /^[1-9]\d{0,14}(,[1-9]\d{0,14}){3}$/.test(text) &&
    registeredBalance! >= balance! &&
    registeredIncoming! >= incoming!;
  if (!isValid)
    throw new Error(
      'must be off, on, or four amounts such as 2000000,20000000,20000000,40000000: balance and incoming money a month of basic players, then of registered ones, which are not lower',
    );
  return {
    basic: { balance: balance!, incoming: incoming! },
    registered: { balance: registeredBalance!, incoming: registeredIncoming! },
  };
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
  tiers: setting(
    'PID_TIERS',
    'Limits what unregistered and registered players may hold and receive in a month: off, on (the figures of Bank Indonesia), or four amounts in rupiah: balance and incoming of basic, then of registered players',
    readTiers,
    null,
    'off',
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
