import { Type } from 'typebox';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { commonErrors } from '../platform/errors/index.ts';
import { route, schemas, type Route } from '../platform/http/index.ts';
import { feeTotalsByDay, type DayOfFees } from './fee-totals.store.ts';
import { momentSchema, rupiah } from './money-schemas.ts';
import { parseMoment } from './parse-moment.ts';

const totals = {
  sends: Type.Integer(),
  topUps: Type.Integer(),
  global: rupiah,
  app: rupiah,
  provider: rupiah,
  income: rupiah,
};
const feesReply = Type.Object(
  {
    currency: schemas.literals(['IDR']),
    from: schemas.dateTime,
    to: schemas.dateTime,
    total: Type.Object(totals, { title: 'FeeTotals' }),
    items: Type.Array(
      Type.Object({ day: Type.String({ format: 'date' }), ...totals }, { title: 'DayOfFees' }),
    ),
  },
  { title: 'FeeIncome' },
);

const dayMillis = 86_400_000;
const defaultDays = 30;
const maxDays = 366;

export function feeTotalRoutes({ db, clock }: { db: Database; clock: Clock }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/admin/fees',
      operationId: 'getFeeIncome',
      summary: 'Fee income by day, in UTC',
      description:
        'The last 30 days unless `from` and `to` say otherwise, at most 366. `global`, `app` and `provider` are what was charged; `income` is what our own fee account grew by, refunds taken off.',
      tag: 'admin',
      access: 'admin',
      query: Type.Object({ from: Type.Optional(momentSchema), to: Type.Optional(momentSchema) }),
      reply: feesReply,
      async handle({ query }) {
        const now = clock.now();
        const to = query.to === undefined ? now : parseMoment(query.to, 'to');
        const from =
          query.from === undefined
            ? startOfDay(new Date(to.getTime() - (defaultDays - 1) * dayMillis))
            : parseMoment(query.from, 'from');
        if (from > to) throw commonErrors.validationFailed('from must not lie after to');
        if (to.getTime() - from.getTime() > maxDays * dayMillis)
          throw commonErrors.validationFailed(`from must lie at most ${maxDays} days before to`);
        const days = await feeTotalsByDay(db, from, to);
        return {
          currency: 'IDR' as const,
          from: from.toISOString(),
          to: to.toISOString(),
          total: describe(days.reduce(add, nothing)),
          items: days.map((day) => ({ day: day.day, ...describe(day) })),
        };
      },
    }),
  ];
}

const nothing: DayOfFees = {
  day: '',
  sends: 0n,
  topUps: 0n,
  globalFees: 0n,
  appFees: 0n,
  providerFees: 0n,
  income: 0n,
};

function add(left: DayOfFees, right: DayOfFees): DayOfFees {
  return {
    day: '',
    sends: left.sends + right.sends,
    topUps: left.topUps + right.topUps,
    globalFees: left.globalFees + right.globalFees,
    appFees: left.appFees + right.appFees,
    providerFees: left.providerFees + right.providerFees,
    income: left.income + right.income,
  };
}

function describe(day: DayOfFees) {
  return {
    sends: Number(day.sends),
    topUps: Number(day.topUps),
    global: day.globalFees,
    app: day.appFees,
    provider: day.providerFees,
    income: day.income,
  };
}

function startOfDay(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / dayMillis) * dayMillis);
}
