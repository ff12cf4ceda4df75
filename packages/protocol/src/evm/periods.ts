import type { Period } from './permission.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** 1970-01-01 was a Thursday; ISO weeks begin on Monday. */
const DAYS_FROM_MONDAY = 3 * DAY;

/** Returns the first second of the UTC period that contains `seconds`. The contract computes the same. */
export function periodStart(period: Period, seconds: number): number {
  if (period === 'hour') return seconds - (seconds % HOUR);
  if (period === 'day') return seconds - (seconds % DAY);
  // The first days of 1970 belong to a week that began before the Unix epoch.
  if (period === 'week') return Math.max(0, weekStart(seconds));
  return monthStart(seconds, 0);
}

/**
 * Returns the first second after the period that begins at `start`: from then on the whole limit is available
 * again.
 */
export function periodEnd(period: Period, start: number): number {
  if (period === 'hour') return start + HOUR;
  if (period === 'day') return start + DAY;
  if (period === 'week') return weekStart(start) + WEEK;
  return monthStart(start, 1);
}

function weekStart(seconds: number): number {
  return seconds - ((seconds + DAYS_FROM_MONDAY) % WEEK);
}

function monthStart(seconds: number, monthsLater: number): number {
  const date = new Date(seconds * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater, 1) / 1000;
}
