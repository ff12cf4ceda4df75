import type { Reply } from '@pid/contract/client';

type Months = Reply<'getSpending'>['months'];

/** Games with a colour of their own. What was spent in the others is drawn together. */
const COLOURS = 4;

export interface SpendingPart {
  /** Null: all other games. */
  readonly clientId: string | null;
  /** 0 to `COLOURS`; the last one belongs to the other games. */
  readonly colour: number;
  readonly amount: number;
  /** Fractions of the height of the chart, from the bottom. */
  readonly from: number;
  readonly to: number;
}

export interface SpendingBar {
  readonly month: string;
  readonly total: number;
  readonly parts: readonly SpendingPart[];
}

export interface SpendingKey {
  readonly clientId: string | null;
  readonly name: string;
  readonly colour: number;
  readonly amount: number;
}

export interface SpendingPicture {
  /** Oldest month first. */
  readonly bars: readonly SpendingBar[];
  /** Most expensive game first, then the others. */
  readonly keys: readonly SpendingKey[];
}

/** Arranges the months as stacked bars. Null if nothing was spent in any of them. */
export function drawSpending(months: Months, others: string): SpendingPicture | null {
  const highest = Math.max(0, ...months.map(({ total }) => total));
  if (highest === 0) return null;
  const sums = new Map<string, { name: string; amount: number }>();
  for (const { clientId, name, amount } of months.flatMap(({ apps }) => apps))
    sums.set(clientId, { name, amount: (sums.get(clientId)?.amount ?? 0) + amount });
  const games = [...sums]
    .map(([clientId, sum]) => ({ clientId, ...sum }))
    .toSorted((one, other) => other.amount - one.amount || (one.clientId < other.clientId ? -1 : 1));
  const named = games.slice(0, COLOURS).map((game, colour) => ({ ...game, colour }));
  const rest = games.slice(COLOURS).reduce((sum, { amount }) => sum + amount, 0);
  const keys: SpendingKey[] = [
    ...named,
    ...(rest > 0 ? [{ clientId: null, name: others, colour: COLOURS, amount: rest }] : []),
  ];
  const bars = months.toReversed().map(({ month, total, apps }) => {
    let filled = 0;
    const parts = keys.flatMap(({ clientId, colour }): SpendingPart[] => {
      const amount = apps
        .filter((app) =>
          clientId === null
            ? !named.some((game) => game.clientId === app.clientId)
            : app.clientId === clientId,
        )
        .reduce((sum, app) => sum + app.amount, 0);
      if (amount === 0) return [];
      const from = filled;
      filled += amount / highest;
      return [{ clientId, colour, amount, from, to: filled }];
    });
    return { month, total, parts };
  });
  return { bars, keys };
}
