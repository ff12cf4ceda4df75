import type { Reader } from './readers.ts';
import { setting } from './setting.ts';

/**
 * Personal data that is deleted automatically after a time: the default in days, and the minimum that an
 * operator may set.
 */
export const retentionTable = {
  /** Ended sessions, with their browser. */
  sessions: { days: 90, min: 1 },
  /** Notices to players, and their known browsers. */
  notices: { days: 180, min: 1 },
  /** Address and browser of audit events. The events themselves are kept. */
  audit_origins: { days: 180, min: 30 },
  /** Events of the security log, and the networks named in them. */
  security_events: { days: 180, min: 30 },
  security_networks: { days: 30, min: 7 },
  /**
   * Notifications and status responses of the payment provider in their original form, which may name the
   * payer.
   */
  payment_notices: { days: 90, min: 30 },
  /**
   * Texts about the money of deleted players, counted from the deletion: notes of sends, and texts of apps on
   * payments and refunds.
   */
  money_texts: { days: 180, min: 30 },
} as const;

export type RetentionDays = Readonly<Record<keyof typeof retentionTable, number>>;

const daysMax = 3650;
const defaults = Object.fromEntries(
  Object.entries(retentionTable).map(([name, { days }]) => [name, days]),
) as RetentionDays;

/** `name=days`, separated by commas; names that are not listed keep their default. */
const readRetention: Reader<RetentionDays> = (text) => {
  const entries = text.split(',').map((entry) => /^\s*(\w+)=(\d{1,4})\s*$/.exec(entry));
  for (const entry of entries) {
    const limits = Object.entries(retentionTable).find(([name]) => name === entry?.[1])?.[1];
    const days = Number(entry?.[2]);
    if (!limits || days < limits.min || days > daysMax)
      throw new Error(
        `must be names with days, such as sessions=30,notices=90; the minimum of each: ${Object.entries(
          retentionTable,
        )
          .map(([name, { min }]) => `${name}=${min}`)
          .join(', ')}`,
      );
  }
  return { ...defaults, ...Object.fromEntries(entries.map((entry) => [entry![1], Number(entry![2])])) };
};

/** Retention times of personal data. */
export const retentionSettings = {
  retentionDays: setting(
    'PID_RETENTION_DAYS',
    'How long personal data is kept, in days, such as sessions=30,notices=90',
    readRetention,
    defaults,
    Object.entries(defaults)
      .map(([name, days]) => `${name}=${days}`)
      .join(','),
  ),
} as const;

export const dayMillis = 86_400_000;
