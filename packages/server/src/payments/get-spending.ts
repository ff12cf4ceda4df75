import type { Input } from '@pid/contract';
import type { PaymentDeps } from './payment-deps.ts';
import { sumByMonth } from './spending.store.ts';

/** Returns what a player paid through each app in the last months. */
export async function getSpending(
  { db, clock, timeZone }: Pick<PaymentDeps, 'db' | 'clock' | 'timeZone'>,
  identityId: string,
  query: Input<'getSpending'>,
) {
  const rows = await sumByMonth(db, {
    identityId,
    months: query.months ?? 6,
    now: clock.now(),
    timeZone,
  });
  const months = [...new Set(rows.map(({ month }) => month))];
  return {
    months: months.map((month) => {
      const apps = rows.flatMap(({ month: paidIn, clientId, name, amount }) =>
        paidIn === month && clientId !== null && name !== null && amount !== null
          ? [{ clientId, name, amount }]
          : [],
      );
      return { month, total: apps.reduce((sum, { amount }) => sum + amount, 0n), apps };
    }),
  };
}
