import type { AgeBand } from '@pid/contract';
import type { FamilyState } from '../ledger/index.ts';
import { refuse } from '../platform/errors/index.ts';

/** The age of 18, from which a player is an adult. */
const adultYears = 18;
const youngestYears = 3;
const oldestYears = 120;

/** The calendar month of a moment in a time zone, as the number of months since the year 0. */
function monthAt(now: Date, timeZone: string): number {
  // Digits and calendar do not depend on the machine's language.
  const parts = new Intl.DateTimeFormat(undefined, {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
  }).formatToParts(now);
  const read = (type: string) => Number(parts.find((part) => part.type === type)!.value);
  return read('year') * 12 + read('month') - 1;
}

function monthOf(birthMonth: string): number {
  const [year, month] = birthMonth.split('-').map(Number);
  return year! * 12 + month! - 1;
}

/** Completed years. A year is completed on the first day of the month after the birth month. */
function ageOf(birthMonth: string, now: Date, timeZone: string): number {
  return Math.floor((monthAt(now, timeZone) - monthOf(birthMonth) - 1) / 12);
}

/** The first day as an adult. `-infinity` for adults, so that the ledger does not know their age. */
export function adultFromOf(birthMonth: string, now: Date, timeZone: string): string {
  const age = ageOf(birthMonth, now, timeZone);
  if (age < youngestYears || age > oldestYears) throw refuse('birth_month_invalid');
  if (age >= adultYears) return '-infinity';
  const month = monthOf(birthMonth) + 1 + adultYears * 12;
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}

/** The band of a minor's age; `18+` without one. */
export function bandOf(age: number | null): AgeBand {
  if (age === null || age >= adultYears) return '18+';
  if (age >= 16) return '16-17';
  if (age >= 13) return '13-15';
  if (age >= 10) return '10-12';
  return age >= 6 ? '6-9' : '3-5';
}

/** Null without a birth month. */
export function bandOfState(state: FamilyState | null): AgeBand | null {
  return state === null || state.isAdult === null ? null : bandOf(state.age);
}
