import { toBase64 } from '@pid/protocol/books';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/db/index.ts';
import { describeLog } from './begin-log.ts';
import { listDays, listReserves, type Reserves } from './liabilities.store.ts';

const daysMax = 366;

/** The last state of the books that everyone may see. */
export async function getTransparency({ db, clock }: { readonly db: Queryable; readonly clock: Clock }) {
  const { origin, key, checkpoint } = await describeLog(db, clock);
  const [[day], [reserves]] = [await listDays(db, 1), await listReserves(db, 1)];
  return {
    origin,
    key,
    checkpoint,
    liabilities: day
      ? {
          date: day.date,
          at: day.at.toISOString(),
          total: day.total,
          root: toBase64(day.root),
          count: day.count,
          checkpoint: day.checkpoint,
        }
      : null,
    anchor: day?.memo ? { signature: day.signature!, slot: day.slot!, memo: day.memo } : null,
    reserves: reserves ? showReserves(reserves) : null,
  };
}

/** Totals and reserves by day, oldest first. */
export async function getTransparencyHistory({ db }: { readonly db: Queryable }) {
  const days = (await listDays(db, daysMax)).toReversed();
  const reserves = await listReserves(db, daysMax);
  return {
    items: days.map(({ date, at, total, count }) => {
      // Reserves count from the moment for which they were entered.
      const known = reserves.find((each) => each.at <= at);
      return { date, total, count, reserves: known?.amount ?? null };
    }),
  };
}

function showReserves({ amount, at, source }: Reserves) {
  return { amount, at: at.toISOString(), source };
}
