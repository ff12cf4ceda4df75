import { invalid } from '../platform/errors/index.ts';

const dayMillis = 86_400_000;
/** The end of the year 9999, the last time that every date format in use can represent. */
const lastMillis = 253_402_300_799_999;

/**
 * Parses a time that the schema allows. A date without a time means its first millisecond for `from`, and its
 * last for `to` and `at`.
 */
export function parseMoment(text: string, field: 'from' | 'to' | 'at'): Date {
  const isDay = text.length === 10;
  const millis = Date.parse(isDay ? `${text}T00:00:00Z` : text);
  // A date such as 2026-02-30 matches the pattern but does not exist.
  const isOfOurAge = millis >= 0 && millis <= lastMillis;
  if (!isOfOurAge || (isDay && new Date(millis).toISOString().slice(0, 10) !== text)) {
    throw invalid(`${field} must be a date that exists`);
  }
  return new Date(isDay && field !== 'from' ? millis + dayMillis - 1 : millis);
}
