import { invalid } from '../platform/errors/index.ts';

const dayMillis = 86_400_000;
/** The end of the year 9999: every moment up to it can be written in every calendar that we use. */
const lastMillis = 253_402_300_799_999;

/** A moment as the schema admits it. A bare day is its first moment, or its last when it ends a span. */
export function parseMoment(text: string, field: 'from' | 'to' | 'at'): Date {
  const isDay = text.length === 10;
  const millis = Date.parse(isDay ? `${text}T00:00:00Z` : text);
  // 2026-02-30 has the right shape and is no day.
  const isOfOurAge = millis >= 0 && millis <= lastMillis;
  if (!isOfOurAge || (isDay && new Date(millis).toISOString().slice(0, 10) !== text)) {
    throw invalid(`${field} must be a date that exists`);
  }
  return new Date(isDay && field !== 'from' ? millis + dayMillis - 1 : millis);
}
