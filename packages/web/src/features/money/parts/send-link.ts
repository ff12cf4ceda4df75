import { PAGE_PATHS } from '../../../kit/navigation/page-paths.ts';

/** The public page of a player. */
export const personPath = (handle: string) =>
  PAGE_PATHS.person.replace(':handle', encodeURIComponent(handle));

interface Asked {
  readonly pid: string;
  readonly amount: number | null;
  readonly note: string;
}

/**
 * Without an amount or a note, links to the player's page, which says more about the player. Otherwise links
 * to a filled form.
 */
export function sendLink(origin: string, { pid, amount, note }: Asked): string {
  const trimmed = note.trim();
  if (amount === null && trimmed === '') return `${origin}${personPath(pid.replace(/@pid$/u, ''))}`;
  const query = new URLSearchParams({ to: pid });
  if (amount !== null) query.set('amount', String(amount));
  if (trimmed !== '') query.set('note', trimmed);
  return `${origin}${PAGE_PATHS.send}?${query.toString()}`;
}
