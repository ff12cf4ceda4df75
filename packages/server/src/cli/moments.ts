import { CommandError } from './command.ts';

/**
 * A day, or a moment with its time zone, also in PostgreSQL's format. Without a zone, the result would depend
 * on this machine's time zone.
 */
const form = /^\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d(?::?\d\d)?))?$/;

export function momentOf(option: string, text: string): Date {
  const moment = new Date(form.test(text) ? text : Number.NaN);
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  // `Date` would read the thirtieth of February as the second of March.
  if (Number.isNaN(moment.getTime()) || day.toISOString().slice(0, 10) !== text.slice(0, 10))
    throw new CommandError(
      `${option} must be a day or a moment with its time zone, such as 2026-11-16T08:00:00Z`,
    );
  return moment;
}
