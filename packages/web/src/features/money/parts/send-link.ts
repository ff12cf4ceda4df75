import { PAGE_PATHS } from '../../../kit/navigation/page-paths.ts';

export const NOTE_LENGTH = 140;

/**
 * Characters that the contract refuses in notes: line breaks, and invisible direction marks that chat apps
 * put around copied text.
 */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/gu;

export function cleanNote(note: string): string {
  return note
    .replaceAll(UNSEEN, (found) => (/[\t\n\r\u2028\u2029]/u.test(found) ? ' ' : ''))
    .slice(0, NOTE_LENGTH);
}

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
