export const PERIODS = ['30', '90', '365', 'all', 'custom'] as const;
export type PeriodName = (typeof PERIODS)[number];

export interface Period {
  readonly name: PeriodName;
  /** Days of the reader's own calendar, `2026-01-31`; only a custom period has them. */
  readonly fromDay: string;
  readonly toDay: string;
  readonly from: number | null;
  readonly to: number | null;
}

const DAY_MILLISECONDS = 86_400_000;
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/u;

function dayEdge(day: string, time: string): number | null {
  const moment = DAY_PATTERN.test(day) ? Date.parse(`${day}T${time}`) : Number.NaN;
  return Number.isNaN(moment) ? null : moment;
}

/** Of UTC, as the server reckons it that sends the statement along with the page. */
function startOfDay(moment: number): number {
  return Math.floor(moment / DAY_MILLISECONDS) * DAY_MILLISECONDS;
}

/** The period that an address asks for; 90 days unless it says otherwise. */
export function readPeriod(query: URLSearchParams, now: number): Period {
  const [fromDay, toDay] = [query.get('from') ?? '', query.get('to') ?? ''];
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

/** For the statement's own query; the server takes moments, so the days are those of the reader. */
export function spanOf({ from, to }: Period): { from?: string; to?: string } {
  return {
    ...(from === null ? {} : { from: new Date(from).toISOString() }),
    ...(to === null ? {} : { to: new Date(to).toISOString() }),
  };
}
