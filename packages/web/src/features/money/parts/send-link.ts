import { PAGE_PATHS } from '../../../kit/navigation/page-paths.ts';

export const NOTE_LENGTH = 140;

/** The page that anybody may see of a player. */
export const personPath = (handle: string) =>
  PAGE_PATHS.person.replace(':handle', encodeURIComponent(handle));

interface Asked {
  readonly pid: string;
  readonly amount: number | null;
  readonly note: string;
}

/** Without an amount it is the person's page, which says more of who it is; with one it is a form that is filled in. */
export function sendLink(origin: string, { pid, amount, note }: Asked): string {
  const trimmed = note.trim();
  if (amount === null && trimmed === '') return `${origin}${personPath(pid.replace(/@pid$/u, ''))}`;
  const query = new URLSearchParams({ to: pid });
  if (amount !== null) query.set('amount', String(amount));
  if (trimmed !== '') query.set('note', trimmed);
  return `${origin}${PAGE_PATHS.send}?${query.toString()}`;
}
