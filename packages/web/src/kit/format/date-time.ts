import { languages } from '@pid/contract/languages';
import type { Language } from '@pid/contract/languages';

export type DateStyle = 'date' | 'date-time' | 'date-time-zone' | 'month' | 'time';

const DATE_TIME = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
} as const;

const STYLES: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  'date-time': DATE_TIME,
  'date-time-zone': { ...DATE_TIME, timeZoneName: 'short' },
  time: { hour: '2-digit', minute: '2-digit' },
  month: { month: 'short', year: 'numeric' },
};

/** Returns an unreadable date unchanged instead of `Invalid Date`. */
export function formatDateTime(iso: string, locale: Language, style: DateStyle, timeZone?: string): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return iso;
  const zone = timeZone === undefined ? {} : { timeZone };
  return new Intl.DateTimeFormat(languages[locale].tag, { ...STYLES[style], ...zone }).format(time);
}
