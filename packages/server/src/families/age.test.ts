import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/searches.ts';
import { fileDatabase } from '../ledger/testing/ledger-fixture.ts';
import { adultFromOf, bandOf } from './age.ts';

const db = await fileDatabase();

const bands = [
  [3, 5, '3-5'],
  [6, 9, '6-9'],
  [10, 12, '10-12'],
  [13, 15, '13-15'],
  [16, 17, '16-17'],
  [18, 120, '18+'],
] as const;

test('every age has its band', () => {
  for (const [from, to, band] of bands)
    for (let age = from; age <= to; age += 1) expect([age, bandOf(age)]).toEqual([age, band]);
  expect(bandOf(null)).toBe('18+');
});

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The day that a calendar on the wall shows. */
function dayAt(now: Date, timeZone: string): Day {
  const [year, month, day] = new Intl.DateTimeFormat('en-CA', { timeZone })
    .format(now)
    .split('-')
    .map(Number);
  return { year: year!, month: month!, day: day! };
}

const isReached = (reached: Day, today: Day) =>
  today.year * 10_000 + today.month * 100 + today.day >=
  reached.year * 10_000 + reached.month * 100 + reached.day;

/** The first day with this age: that of the month after the birth month, so many years later. */
function birthdayOf(born: Pick<Day, 'year' | 'month'>, age: number): Day {
  return born.month === 12
    ? { year: born.year + age + 1, month: 1, day: 1 }
    : { year: born.year + age, month: born.month + 1, day: 1 };
}

/** Counts birthdays one by one. */
function naiveAge(born: Pick<Day, 'year' | 'month'>, today: Day): number {
  let age = -1;
  while (isReached(birthdayOf(born, age + 1), today)) age += 1;
  return age;
}

const text = ({ year, month, day }: Day) =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');

const zones = [
  'Asia/Jakarta',
  'Asia/Kathmandu',
  'America/New_York',
  'Europe/Lisbon',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'UTC',
];

/** Moments around the ends of months and of leap days, where time zones differ about the day. */
const aroundMidnight = fc
  .record({
    year: fc.constantFrom(2023, 2024, 2027, 2028, 2099, 2100),
    month: fc.integer({ min: 0, max: 11 }),
    day: fc.constantFrom(1, 29),
    seconds: fc.integer({ min: -15 * 3600, max: 15 * 3600 }),
  })
  .map(({ year, month, day, seconds }) => new Date(Date.UTC(year, month, day) + seconds * 1000));

test('age, band and the day of adulthood agree with a calendar, here and in the database', async () => {
  const cases = fc.record({
    now: aroundMidnight,
    timeZone: fc.constantFrom(...zones),
    months: fc.integer({ min: 0, max: 125 * 12 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(cases, { minLength: 50, maxLength: 50 }), async (chosen) => {
      const minors: { adultFrom: string; today: string; age: number }[] = [];
      for (const { now, timeZone, months } of chosen) {
        const today = dayAt(now, timeZone);
        const month = today.year * 12 + today.month - 1 - months;
        const born = { year: Math.floor(month / 12), month: (month % 12) + 1 };
        const age = naiveAge(born, today);
        const find = () => adultFromOf(text({ ...born, day: 1 }).slice(0, 7), now, timeZone);
        if (age < 3 || age > 120) expect(find).toThrow('birth_month_invalid');
        else if (age >= 18) expect(find()).toBe('-infinity');
        else {
          expect(find()).toBe(text(birthdayOf(born, 18)));
          minors.push({ adultFrom: find(), today: text(today), age });
        }
      }
      const { rows } = await db.query<{ age: number }>(
        'select ledger_age_on(adult_from, today) as age from unnest($1::date[], $2::date[]) with ordinality q(adult_from, today, i) order by i',
        [minors.map(({ adultFrom }) => adultFrom), minors.map(({ today }) => today)],
      );
      expect(rows.map(({ age }) => age)).toEqual(minors.map(({ age }) => age));
    }),
    runs(10, 200),
  );
});

test('on the last day before 18 the age is 17 everywhere, on the next day no age is left', async () => {
  for (const timeZone of zones)
    for (let month = 1; month <= 12; month += 1) {
      const adultFrom = text(birthdayOf({ year: 2010, month }, 18));
      const { rows } = await db.query<{ before: number; after: number; now: Date }>(
        `select ledger_age_on($1, $1::date - 1) as before, ledger_age_on($1, $1) as after, $1::date::timestamp at time zone $2 as now`,
        [adultFrom, timeZone],
      );
      const { now, before, after } = rows[0]!;
      expect([before, after]).toEqual([17, 18]);
      const birthMonth = `2010-${String(month).padStart(2, '0')}`;
      expect(adultFromOf(birthMonth, new Date(now.getTime() - 1), timeZone)).toBe(adultFrom);
      expect(adultFromOf(birthMonth, now, timeZone)).toBe('-infinity');
    }
});
