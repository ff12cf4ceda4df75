import type { StatementEntry } from '../../../kit/api/shapes.ts';

export interface BalancePoint {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly balance: number;
}

export interface BalanceCurve {
  readonly points: readonly BalancePoint[];
  readonly start: number;
  readonly end: number;
  readonly lowest: number;
  readonly highest: number;
  /** The value at the upper edge of the chart. */
  readonly ceiling: number;
}

/** Returns the next number that begins with 1, 2 or 5, as a round value for the upper edge. */
function roundUp(value: number): number {
  if (value <= 0) return 1;
  const unit = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * unit >= value) ?? 10) * unit;
}

/**
 * Balances are constant between entries, so the curve is a staircase. `entries` come newest first. The span
 * begins at `from`, or at the oldest entry if `from` is null or the balance before that entry was zero.
 */
export function curveOf(
  entries: readonly StatementEntry[],
  span: { readonly from: number | null; readonly to: number },
): BalanceCurve | null {
  const [newest] = entries;
  const oldest = entries.at(-1);
  if (!newest || !oldest) return null;
  const first = Date.parse(oldest.createdAt);
  const before = oldest.balanceAfter - oldest.amount;
  const start = before === 0 ? first : Math.min(span.from ?? first, first);
  const end = Math.max(span.to, Date.parse(newest.createdAt), start + 1);
  const points: BalancePoint[] = [{ at: start, balance: before }];
  for (const { createdAt, balanceAfter } of entries.toReversed())
    points.push({ at: Date.parse(createdAt), balance: balanceAfter });
  points.push({ at: end, balance: newest.balanceAfter });
  const balances = points.map(({ balance }) => balance);
  const highest = Math.max(...balances);
  return { points, start, end, lowest: Math.min(...balances), highest, ceiling: roundUp(highest) };
}

export interface Field {
  readonly width: number;
  readonly height: number;
}

export function placeOf(curve: BalanceCurve, { at, balance }: BalancePoint, { width, height }: Field) {
  const round = (value: number) => Math.round(value * 100) / 100;
  return {
    x: round(((at - curve.start) / (curve.end - curve.start)) * width),
    y: round(height - (balance / curve.ceiling) * height),
  };
}

/** The staircase as an SVG path: horizontal, then vertical. */
export function staircase(curve: BalanceCurve, field: Field): string {
  const [first, ...rest] = curve.points.map((point) => placeOf(curve, point, field));
  if (!first) return '';
  return `M${first.x} ${first.y}${rest.map(({ x, y }) => `H${x}V${y}`).join('')}`;
}

/** Returns the balance at `fraction` of the span. */
export function pointAt(curve: BalanceCurve, fraction: number): BalancePoint | null {
  const at = curve.start + fraction * (curve.end - curve.start);
  return curve.points.findLast((point) => point.at <= at) ?? curve.points[0] ?? null;
}
