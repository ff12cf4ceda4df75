import { readPeriod, spanOf } from '../../parts/period.ts';
import type { Period } from '../../parts/period.ts';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';

export const DIRECTIONS = ['all', 'in', 'out'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** The part of the statement that is shown. */
export interface Look {
  readonly period: Period;
  readonly direction: Direction;
  readonly search: string;
}

export function readLook(query: URLSearchParams, now: number): Look {
  return {
    period: readPeriod(query, now),
    direction: DIRECTIONS.find((name) => name === query.get('direction')) ?? 'all',
    search: (query.get('q') ?? '').trim().slice(0, 64),
  };
}

/** True if entries in between are missing, so that their balances do not form a curve. */
export function isFiltered({ direction, search }: Look): boolean {
  return direction !== 'all' || search !== '';
}

/**
 * Builds the statement query. Defaults are omitted, so that the plain query equals the one whose response
 * comes with the page.
 */
export function askOf({ period, direction, search }: Look) {
  return {
    ...spanOf(period),
    ...(direction === 'all' ? {} : { direction }),
    ...(search === '' ? {} : { search }),
  };
}

export type LookChange = Partial<Record<'period' | 'from' | 'to' | 'direction' | 'q', string>>;

/**
 * Keeps parameters that the change does not mention, and removes empty and default values from the address.
 */
export function changeLook(query: URLSearchParams, change: Readonly<Record<string, string>>): void {
  const next = new URLSearchParams(query);
  if (change['period'] !== undefined) {
    next.delete('from');
    next.delete('to');
  }
  for (const [name, value] of Object.entries(change))
    if (value === '' || (value === 'all' && name === 'direction')) next.delete(name);
    else next.set(name, value);
  void navigate(`${PAGE_PATHS.money}?${next.toString()}`, { replace: true, keepFocus: true });
}
