import type { Reply } from '@pid/contract/client';
import { formatDateTime } from '../../../../kit/format/date-time.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import type { Text } from './text.en.ts';

type Day = Reply<'getTransparencyHistory'>['items'][number];

const FIELD = { width: 640, height: 160 };

function Line({
  days,
  highest,
  amountOf,
  dashed = false,
}: {
  days: readonly Day[];
  highest: number;
  amountOf: (day: Day) => number | null;
  dashed?: boolean;
}) {
  const points = days.flatMap((day, index) => {
    const amount = amountOf(day);
    if (amount === null) return [];
    const x = (index / (days.length - 1)) * FIELD.width;
    return [`${x.toFixed(1)},${(FIELD.height * (1 - amount / highest)).toFixed(1)}`];
  });
  return (
    <polyline
      points={points.join(' ')}
      fill="none"
      stroke="currentColor"
      stroke-width="2.5"
      stroke-dasharray={dashed ? '6 5' : undefined}
      vector-effect="non-scaling-stroke"
    />
  );
}

/** Total and reserves by day. The page says the last values in words. */
export function TotalsChart({ text, days }: { text: Text; days: readonly Day[] }) {
  const highest = Math.max(1, ...days.map(({ total, reserves }) => Math.max(total, reserves ?? 0)));
  const day = (date: string) => formatDateTime(date, locale.value, 'date');
  const [first, last] = [days[0]!, days.at(-1)!];
  return (
    <figure class="grid gap-2">
      <svg
        class="h-40 w-full overflow-visible"
        viewBox={`0 0 ${FIELD.width} ${FIELD.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text.chartLabel(day(first.date), day(last.date), formatRupiah(BigInt(last.total)))}
      >
        <g class="text-line" stroke="currentColor">
          {[0, FIELD.height / 2, FIELD.height].map((y) => (
            <path key={y} d={`M0 ${y}H${FIELD.width}`} vector-effect="non-scaling-stroke" />
          ))}
        </g>
        <g class="text-brand">
          <Line days={days} highest={highest} amountOf={({ total }) => total} />
        </g>
        <g class="text-good">
          <Line days={days} highest={highest} amountOf={({ reserves }) => reserves} dashed />
        </g>
      </svg>
      <p class="flex justify-between text-xs text-muted" aria-hidden="true">
        <span>{day(first.date)}</span>
        <span>{day(last.date)}</span>
      </p>
      <figcaption class="flex gap-4 text-sm">
        <span class="text-brand">— {text.legendOwed}</span>
        <span class="text-good">- - {text.legendReserves}</span>
      </figcaption>
    </figure>
  );
}
