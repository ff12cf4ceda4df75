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
