import { Card } from '../../../../kit/controls/card.tsx';
import { DataTable } from '../../../../kit/controls/data-table.tsx';
import { formatDateTime } from '../../../../kit/format/date-time.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import { Money } from '../../../../kit/money/money.tsx';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import type { SpendingBar, SpendingPicture } from './draw-spending.ts';
import type { Text } from './text.en.ts';

/** The last one is for all other games. The edge keeps light colours visible on both backgrounds. */
const FILLS = ['text-brand', 'text-sun', 'text-note', 'text-bad', 'text-muted'] as const;
const BAR = { width: 40, gap: 16, height: 120 };

/** The 15th, so that no time zone shows another month. */
function nameOfMonth(month: string): string {
  return formatDateTime(`${month}-15T12:00:00Z`, locale.value, 'month');
}

const rupiah = (amount: number) => formatRupiah(BigInt(amount));

function Bars({ bars, label }: { bars: readonly SpendingBar[]; label: string }) {
  const width = bars.length * (BAR.width + BAR.gap) - BAR.gap;
  return (
    <svg
      class="h-32 w-full max-w-sm"
      viewBox={`0 -1 ${width} ${BAR.height + 2}`}
      preserveAspectRatio="xMinYMax meet"
      role="img"
      aria-label={label}
    >
      {bars.map(({ month, parts }, index) => (
        <g key={month} transform={`translate(${index * (BAR.width + BAR.gap)} 0)`}>
          <path class="text-edge" d={`M0 ${BAR.height}h${BAR.width}`} stroke="currentColor" />
          {parts.map(({ colour, from, to }) => (
            <rect
              key={colour}
              class={FILLS[colour]}
              x="0"
              y={BAR.height * (1 - to)}
              width={BAR.width}
              height={BAR.height * (to - from)}
              fill="currentColor"
              stroke="var(--surface)"
              stroke-width="1"
            />
          ))}
        </g>
      ))}
    </svg>
  );
}

/** What the player has spent in games: this month and the five before. */
export function SpendingCard({ text, picture }: { text: Text; picture: SpendingPicture }) {
  const { bars, keys } = picture;
  const current = bars.at(-1)!;
  const first = bars[0]!;
  const inMonth = (bar: SpendingBar, clientId: string | null) =>
    bar.parts.find((part) => part.clientId === clientId)?.amount ?? 0;
  const label = text.spending.chart(
    nameOfMonth(first.month),
    nameOfMonth(current.month),
    rupiah(current.total),
  );
  return (
    <Card
      title={text.spending.title}
      action={
        <a class="text-link -my-2 inline-flex min-h-11 items-center text-sm" href={PAGE_PATHS.payments}>
          {text.spending.payments}
        </a>
      }
    >
      <div class="grid grid-cols-1 gap-5">
        <p>
          <span class="block text-sm text-muted">{text.spending.thisMonth}</span>
          <span class="text-2xl font-bold">
            <Money amount={current.total} />
          </span>
        </p>
        <div class="grid grid-cols-1 items-end gap-5 sm:grid-cols-2">
          <div class="grid gap-1">
            <Bars bars={bars} label={label} />
            <p class="flex max-w-sm justify-between text-xs text-muted" aria-hidden="true">
              <span>{nameOfMonth(first.month)}</span>
              <span>{nameOfMonth(current.month)}</span>
            </p>
          </div>
          <ul class="grid gap-2">
            {keys.map(({ clientId, name, colour }) => (
              <li key={clientId} class="flex min-w-0 items-center gap-2 text-sm">
                <span
                  aria-hidden="true"
                  class={`size-3 shrink-0 rounded-sm border border-edge bg-current ${FILLS[colour]}`}
                />
                <span class="min-w-0 flex-1 truncate">{name}</span>
                <span class="tabular-nums">{rupiah(inMonth(current, clientId))}</span>
              </li>
            ))}
          </ul>
        </div>
        <details>
          <summary class="text-link inline-flex min-h-11 cursor-pointer items-center text-sm">
            {text.spending.asTable}
          </summary>
          <DataTable
            caption={text.spending.title}
            rowKey={({ month }) => month}
            rows={bars.toReversed()}
            columns={[
              { label: text.spending.month, render: ({ month }) => nameOfMonth(month) },
              ...keys.map(({ clientId, name }) => ({
                label: name,
                align: 'end' as const,
                render: (bar: SpendingBar) => rupiah(inMonth(bar, clientId)),
              })),
              { label: text.spending.total, align: 'end', render: ({ total }) => rupiah(total) },
            ]}
          />
        </details>
        <p class="text-sm text-muted">{text.spending.counted}</p>
      </div>
    </Card>
  );
}
