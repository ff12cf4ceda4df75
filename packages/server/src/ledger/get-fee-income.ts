import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/db/index.ts';
import { invalid } from '../platform/errors/index.ts';
import { feeTotalsByDay, type DayOfFees } from './fee-totals.store.ts';
import { parseMoment } from './parse-moment.ts';

const dayMillis = 86_400_000;
const defaultDays = 30;
const maxDays = 366;

/** Returns fees and income for a range of days, in total and by day. */
export async function getFeeIncome(
  { db, clock }: { db: Queryable; clock: Clock },
  span: { readonly from?: string; readonly to?: string },
) {
  const to = span.to === undefined ? clock.now() : parseMoment(span.to, 'to');
  const from =
    span.from === undefined
      ? startOfDay(new Date(to.getTime() - (defaultDays - 1) * dayMillis))
      : parseMoment(span.from, 'from');
  if (from > to) throw invalid('from must not be after to');
  if (to.getTime() - from.getTime() > maxDays * dayMillis)
    throw invalid(`from must be at most ${maxDays} days before to`);
  const days = await feeTotalsByDay(db, from, to);
  return {
    currency: 'IDR' as const,
    from: from.toISOString(),
    to: to.toISOString(),
    total: describe(days),
    items: days.map((day) => ({ day: day.day, ...describe([day]) })),
  };
}

function describe(days: readonly DayOfFees[]) {
  const sum = (field: Exclude<keyof DayOfFees, 'day'>) => days.reduce((total, day) => total + day[field], 0n);
  return {
    sends: sum('sends'),
    topUps: sum('topUps'),
    global: sum('globalFees'),
    app: sum('appFees'),
    provider: sum('providerFees'),
    income: sum('income'),
  };
}

function startOfDay(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / dayMillis) * dayMillis);
}
