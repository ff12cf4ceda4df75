import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/searches.ts';
import { startTestService } from '../../test/test-service.ts';
import { openShop } from '../payments/testing/payment-fixture.ts';
import { approved, charge, openPayer, told } from './testing/allowance-fixture.ts';

const service = await startTestService();
const { db } = service;
const shop = await openShop(service);
const payer = await openPayer(service, shop, 1_000_000_000n);

const hourMillis = 3_600_000;
const dayMillis = 24 * hourMillis;
type Period = 'day' | 'week' | 'month';

/** Winter and summer time, half hours, a zone that skipped a day, and zones whose midnight sometimes does not exist. */
const zones = [
  'Asia/Jakarta',
  'Asia/Jayapura',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Sao_Paulo',
  'Africa/Cairo',
];

/** The first day of the calendar period, by the calendar of the machine and not of the database. */
function periodOf(period: Period, millis: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(millis);
  const [year, month, day] = parts.split('-').map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  if (period === 'month') date.setUTCDate(1);
  if (period === 'week') date.setUTCDate(day - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

/** Around ends of months and years, leap days, and changes to and from summer time. */
const corners = [
  '2026-12-31T17:00:00Z',
  '2028-02-29T00:00:00Z',
  '2028-02-29T17:00:00Z',
  '2027-02-28T17:00:00Z',
  '2026-03-29T01:00:00Z',
  '2026-10-25T01:00:00Z',
  '2026-11-01T06:00:00Z',
  '2011-12-30T10:00:00Z',
  '2018-11-04T03:00:00Z',
  '2026-04-24T00:00:00Z',
].map((text) => Date.parse(text));
const instant = fc
  .tuple(fc.constantFrom(...corners), fc.integer({ min: -40 * dayMillis, max: 40 * dayMillis }), fc.boolean())
  .map(([corner, away, isNear]) => corner + (isNear ? Math.trunc(away / 1000) : away));
const period = fc.constantFrom<Period>('day', 'week', 'month');
const zone = fc.constantFrom(...zones);

test('periods are calendar periods of the time zone, and weeks begin on Monday', async () => {
  await fc.assert(
    fc.asyncProperty(period, instant, zone, async (name, millis, where) => {
      const { rows } = await db.query<{ day: string }>('select allowance_period($1, $2, $3)::text as day', [
        name,
        new Date(millis),
        where,
      ]);
      expect(rows[0]!.day).toBe(periodOf(name, millis, where));
    }),
    runs(150, 3000),
  );
});

const step = fc.record({
  /** Mostly forward, sometimes back, as a clock that was wrong is corrected. */
  millis: fc.oneof(
    fc.integer({ min: 0, max: 6 * hourMillis }),
    fc.integer({ min: 0, max: 20 * dayMillis }),
    fc.integer({ min: -10 * dayMillis, max: 0 }),
  ),
  zone: fc.option(zone, { freq: 5, nil: null }),
  amount: fc.integer({ min: 1, max: 700 }),
});

const limit = 1000;

test('never takes more than the amount in a period: over month ends, other time zones and clocks that go back', async () => {
  // Creates the accounts of the app that payments name.
  await shop.create();
  const allowance = await approved(shop, payer, { amount: limit });
  await fc.assert(
    fc.asyncProperty(
      period,
      instant,
      zone,
      fc.array(step, { minLength: 5, maxLength: 25 }),
      async (name, begin, first, steps) => {
        await db
          .transaction(async (tx) => {
            await tx.query(
              `update allowances set period = $2, status = 'active', charged = 0, charged_at = null, zone = null, period_start = null,
             due_at = '2100-01-01', told = '{}', told_period = null where id = $1`,
              [allowance, name],
            );
            const taken: { at: number; amount: number }[] = [];
            let [now, where] = [begin, first];
            for (const { millis, zone: next, amount } of steps) {
              now += millis;
              where = next ?? where;
              // Time does not go back before the latest charge.
              const at = taken.length === 0 ? now : Math.max(now, taken.at(-1)!.at);
              const { rows } = await tx.query<{ outcome: string; available: bigint | null; paid: number }>(
                `with judged as (
               select j.* from allowances a, ledger_accounts l,
                 lateral judge_charge(a, l, greatest($2::timestamptz, a.charged_at), $3, $3, 1000000000000, 1000000000000, $4) j
               where a.id = $1 and l.identity_id = a.identity_id
             ), counted as (
               select count_charge(a, greatest($2::timestamptz, a.charged_at), $4, j.period_start, j.charged, $5, 'x', $3, false)
               from allowances a, judged j where a.id = $1 and j.outcome = 'ok'
             ), paid as (
               insert into payments (id, client_id, reference, request_hash, amount, description, app_account_id, hold_account_id, payee_account_id, capture,
                 capture_within_seconds, expires_at, status, payer_identity_id, payer_account_id, confirmed_total, captured, confirmed_at, paid_at, allowance_id)
               select $5, a.client_id, $5::text, '', $3, 'x', e.id, h.id, e.id, 'automatic', 3600, now(), 'paid', a.identity_id, l.id, $3, $3,
                 greatest($2::timestamptz, a.charged_at), now(), a.id
               from allowances a join ledger_accounts l on l.identity_id = a.identity_id join ledger_accounts e on e.client_id = a.client_id
                 join ledger_accounts h on h.held_for = a.client_id, judged j where a.id = $1 and j.outcome = 'ok'
               returning 1
             )
             select j.outcome, j.available, (select count(*) from paid)::int as paid from judged j left join counted on true`,
                [allowance, new Date(now), amount, where, randomUUID()],
              );
              const { outcome, available, paid } = rows[0]!;
              expect(paid).toBe(outcome === 'ok' ? 1 : 0);
              const current = periodOf(name, at, where);
              const inPeriod = taken
                .filter((charge) => periodOf(name, charge.at, where) === current)
                .reduce((sum, charge) => sum + charge.amount, 0);
              const fits = inPeriod + amount <= limit;
              expect({ outcome, left: available }).toEqual(
                fits
                  ? { outcome: 'ok', left: null }
                  : { outcome: 'exceeded', left: BigInt(Math.max(limit - inPeriod, 0)) },
              );
              if (outcome === 'ok') taken.push({ at, amount });
            }
            throw new Undo();
          })
          .catch((error: unknown) => {
            if (!(error instanceof Undo)) throw error;
          });
      },
    ),
    runs(25, 400),
  );
}, 240_000);

class Undo extends Error {}

test('a clock that was set back does not open the period again, and a new period does', async () => {
  const budi = await openPayer(service, shop);
  const id = await approved(shop, budi, { period: 'day' });
  expect((await charge(shop, id, 29_900)).status).toBe(201);
  // As if the database's clock had been two days ahead when it charged.
  await db.query(
    `update allowances set charged_at = charged_at + interval '2 days', period_start = period_start + 2 where id = $1`,
    [id],
  );
  expect(told(await charge(shop, id, 1))).toBe('409 allowance_exceeded; left=0');
  expect((await budi.client.call('getAllowance', { id })).left).toBe(0);
  // Three days pass.
  await db.query(
    `update allowances set charged_at = charged_at - interval '3 days', period_start = period_start - 3 where id = $1`,
    [id],
  );
  expect((await budi.client.call('getAllowance', { id })).left).toBe(30_000);
  expect((await charge(shop, id, 29_900)).status).toBe(201);
  expect(told(await charge(shop, id, 1))).toBe('409 allowance_exceeded; left=0');
});

test('another time zone of the service counts the same charges by its calendar', async () => {
  const budi = await openPayer(service, shop);
  const id = await approved(shop, budi, { period: 'day' });
  expect((await charge(shop, id, 20_000)).status).toBe(201);
  for (const where of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin']) {
    const elsewhere = await startTestService({ PID_TIME_ZONE: where }, service);
    const answer = await elsewhere
      .client()
      .send(
        'POST',
        `/v1/apps/${shop.clientId}/payments`,
        { reference: `${id}-${where}`, amount: 15_000, description: 'x', allowance: id },
        shop.machine,
      );
    // It is still the day of the charge, wherever the day began.
    expect(told(answer)).toBe('409 allowance_exceeded; left=9900');
  }
});
