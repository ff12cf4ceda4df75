import { useId, useState } from 'preact/hooks';
import type { StatementEntry } from '../../../kit/api/shapes.ts';
import { formatDateTime } from '../../../kit/format/date-time.ts';
import { formatRupiah } from '../../../kit/format/rupiah.ts';
import { locale } from '../../../kit/i18n/locale.ts';
import { curveOf, placeOf, pointAt, staircase } from './draw-balance.ts';
import type { BalanceCurve, BalancePoint } from './draw-balance.ts';

export interface ChartText {
  readonly chartLabel: (from: string, to: string, lowest: string, highest: string) => string;
  readonly chartRange: (lowest: string, highest: string) => string;
  readonly chartAt: (when: string, balance: string) => string;
}

const FIELD = { width: 640, height: 160 };

const TWO_DAYS_MILLISECONDS = 2 * 86_400_000;

/** For a span of up to two days, shows the time too. */
function momentOf({ start, end }: BalanceCurve, at: number): string {
  const style = end - start < TWO_DAYS_MILLISECONDS ? 'date-time' : 'date';
  return formatDateTime(new Date(at).toISOString(), locale.value, style);
}
const rupiah = (amount: number) => formatRupiah(BigInt(amount));

function Drawing({
  curve,
  marked,
  label,
}: {
  curve: BalanceCurve;
  marked: BalancePoint | null;
  label: string;
}) {
  const id = useId();
  const line = staircase(curve, FIELD);
  const mark = marked && placeOf(curve, marked, FIELD);
  return (
    <svg
      class="h-40 w-full overflow-visible text-brand"
      viewBox={`0 0 ${FIELD.width} ${FIELD.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stop-color="currentColor" stop-opacity="0.28" />
          <stop offset="1" stop-color="currentColor" stop-opacity="0.03" />
        </linearGradient>
      </defs>
      <g class="text-line" stroke="currentColor" vector-effect="non-scaling-stroke">
        {[0, FIELD.height / 2, FIELD.height].map((y) => (
          <path key={y} d={`M0 ${y}H${FIELD.width}`} vector-effect="non-scaling-stroke" />
        ))}
      </g>
      <path d={`${line}V${FIELD.height}H0Z`} fill={`url(#${id})`} />
      <path
        d={line}
        fill="none"
        stroke="currentColor"
        stroke-width="2.5"
        stroke-linejoin="round"
        vector-effect="non-scaling-stroke"
      />
      {mark && (
        <path
          d={`M${mark.x} 0V${FIELD.height}`}
          stroke="currentColor"
          stroke-dasharray="3 3"
          vector-effect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}

/** The statement below contains the same numbers, so for a screen reader this is a picture with a summary. */
export function BalanceChart(props: {
  text: ChartText;
  entries: readonly StatementEntry[];
  from: number | null;
  to: number;
}) {
  const { text } = props;
  const [fraction, setFraction] = useState<number | null>(null);
  const curve = curveOf(props.entries, props);
  if (!curve) return null;
  const marked = fraction === null ? null : pointAt(curve, fraction);
  const range = [rupiah(curve.lowest), rupiah(curve.highest)] as const;
  return (
    <figure class="grid gap-2">
      <figcaption class="text-sm text-muted tabular-nums" aria-hidden="true">
        {marked
          ? text.chartAt(momentOf(curve, marked.at), rupiah(marked.balance))
          : text.chartRange(...range)}
      </figcaption>
      <div
        class="touch-pan-y"
        onPointerMove={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect();
          setFraction(Math.min(1, Math.max(0, (event.clientX - left) / width)));
        }}
        onPointerLeave={() => setFraction(null)}
      >
        <Drawing
          curve={curve}
          marked={marked}
          label={text.chartLabel(momentOf(curve, curve.start), momentOf(curve, curve.end), ...range)}
        />
      </div>
      <p class="flex justify-between text-xs text-muted" aria-hidden="true">
        <span>{momentOf(curve, curve.start)}</span>
        <span>{momentOf(curve, curve.end)}</span>
      </p>
    </figure>
  );
}
