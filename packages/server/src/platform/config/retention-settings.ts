import type { Reader } from './readers.ts';
import { setting } from './setting.ts';

/** Everything that is kept about people for a time and then forgotten by itself, in days: how long, and how short an operator may make it. */
export const retentionTable = {
  /** Ended sessions, with the browser that they were of. */
  sessions: { days: 90, min: 1 },
  /** What players were told, and the browsers that are known as theirs. */
  notices: { days: 180, min: 1 },
  /** Address and browser beside what somebody did; what they did stays. */
  audit_origins: { days: 180, min: 30 },
  /** The security log, and in it the networks that it names. */
  security_events: { days: 180, min: 30 },
  security_networks: { days: 30, min: 7 },
  /** Notices of payments and answers of the status API as the provider sent them, which may name the payer. */
  payment_notices: { days: 90, min: 30 },
  /** Words beside the money of people who are gone, counted from their deletion: notes of sends, what apps wrote on payments and refunds. */
  money_texts: { days: 180, min: 30 },
} as const;

export type RetentionDays = Readonly<Record<keyof typeof retentionTable, number>>;

const daysMax = 3650;
const defaults = Object.fromEntries(
  Object.entries(retentionTable).map(([name, { days }]) => [name, days]),
) as RetentionDays;

/** `name=days`, separated by commas; the others keep their own. */
const readRetention: Reader<RetentionDays> = (text) => {
  const entries = text.split(',').map((entry) => /^\s*(\w+)=(\d{1,4})\s*$/.exec(entry));
  for (const entry of entries) {
    const limits = Object.entries(retentionTable).find(([name]) => name === entry?.[1])?.[1];
    const days = Number(entry?.[2]);
    if (!limits || days < limits.min || days > daysMax)
      throw new Error(
        `must be names with days, such as sessions=30,notices=90; the least of each: ${Object.entries(
          retentionTable,
        )
          .map(([name, { min }]) => `${name}=${min}`)
          .join(', ')}`,
      );
  }
  return { ...defaults, ...Object.fromEntries(entries.map((entry) => [entry![1], Number(entry![2])])) };
};

/** How long what is kept about people is kept. */
export const retentionSettings = {
  retentionDays: setting(
    'PID_RETENTION_DAYS',
    'How long what is kept about people is kept, in days, such as sessions=30,notices=90',
    readRetention,
    defaults,
    Object.entries(defaults)
      .map(([name, days]) => `${name}=${days}`)
      .join(','),
  ),
} as const;

export const dayMillis = 86_400_000;
