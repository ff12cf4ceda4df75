export const PERIODS = ['30', '90', '365', 'all', 'custom'] as const;
type PeriodName = (typeof PERIODS)[number];

export interface Period {
  /** A month is a range of days too. */
  readonly name: PeriodName | 'month';
  /** For example `2026-01`; only for a month. */
  readonly month?: string;
  /** Days in local time, such as `2026-01-31`; only for a custom period. */
  readonly fromDay: string;
  readonly toDay: string;
  readonly from: number | null;
  readonly to: number | null;
}

const DAY_MILLISECONDS = 86_400_000;
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/u;
const MONTH_PATTERN = /^(20\d{2})-(0[1-9]|1[0-2])$/u;

function dayEdge(day: string, time: string): number | null {
  const moment = DAY_PATTERN.test(day) ? Date.parse(`${day}T${time}`) : Number.NaN;
  return Number.isNaN(moment) ? null : moment;
}

/** In UTC, as the server computes it for the statement that it sends with the page. */
function startOfDay(moment: number): number {
  return Math.floor(moment / DAY_MILLISECONDS) * DAY_MILLISECONDS;
}

/** Reads the period from the address; the default is 90 days. */
export function readPeriod(query: URLSearchParams, now: number): Period {
  const [fromDay, toDay] = [query.get('from') ?? '', query.get('to') ?? ''];
  const month = MONTH_PATTERN.exec(query.get('period') ?? '');
  if (month) return ofMonth(month[0], Number(month[1]), Number(month[2]) - 1);
  const asked = PERIODS.find((name) => name === query.get('period')) ?? '90';
  if (asked === 'custom')
    return {
      name: asked,
      fromDay,
      toDay,
      from: dayEdge(fromDay, '00:00:00.000'),
      to: dayEdge(toDay, '23:59:59.999'),
    };
  const from = asked === 'all' ? null : startOfDay(now - Number(asked) * DAY_MILLISECONDS);
  return { name: asked, fromDay: '', toDay: '', from, to: null };
}

/** A month of the local calendar, to its last millisecond. */
function ofMonth(month: string, year: number, index: number): Period {
  const from = new Date(year, index, 1).getTime();
  const to = new Date(year, index + 1, 1).getTime() - 1;
  return { name: 'month', month, fromDay: '', toDay: '', from, to };
}

/** This month and the eleven before it, in the form `2026-01`. */
export function lastMonths(now: number): string[] {
  const today = new Date(now);
  return Array.from({ length: 12 }, (_, back) => {
    const first = new Date(today.getFullYear(), today.getMonth() - back, 1);
    return `${first.getFullYear()}-${String(first.getMonth() + 1).padStart(2, '0')}`;
  });
}

/** The range for the statement query. The server takes timestamps, so days are in the player's local time. */
export function spanOf({ from, to }: Period): { from?: string; to?: string } {
  return {
    ...(from === null ? {} : { from: new Date(from).toISOString() }),
    ...(to === null ? {} : { to: new Date(to).toISOString() }),
  };
}
