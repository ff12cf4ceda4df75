import { isUtf8 } from 'node:buffer';
import { decodeBase64Url } from '../base64url.ts';
import { invalid } from '../errors/index.ts';

/** Forms of what lists are ordered by. */
export const cursorForms = {
  dateTime: { test: isMoment },
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  number: /^\d{1,18}$/,
};

type CursorForm = Pick<RegExp, 'test'>;

/** Opaque to clients, so that what a list is ordered by may change. */
export function encodeCursor(parts: readonly (string | number | bigint)[]): string {
  return Buffer.from(JSON.stringify(parts.map(String))).toString('base64url');
}

/**
 * One page of a list. `rows` were asked for with one more than `limit`, so that a further page is promised only where there is one;
 * `key` gives what the list is ordered by.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  key: (row: Row) => readonly (string | number | bigint)[],
): { items: Row[]; nextCursor: string | null } {
  const items = rows.slice(0, limit);
  return { items, nextCursor: rows.length > limit ? encodeCursor(key(items.at(-1)!)) : null };
}

/** The parts of a cursor, each of the form that its list gives out; null when there is no cursor. */
export function decodeCursor(cursor: string | undefined, forms: readonly CursorForm[]): string[] | null {
  if (cursor === undefined) return null;
  const parts = parse(cursor);
  if (
    !Array.isArray(parts) ||
    parts.length !== forms.length ||
    !forms.every((form, index) => typeof parts[index] === 'string' && form.test(parts[index]))
  ) {
    throw invalid('cursor must be one that an earlier page gave');
  }
  return parts;
}

function parse(cursor: string): unknown {
  const bytes = decodeBase64Url(cursor);
  if (!bytes || !isUtf8(bytes)) return null;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

/** As `Date` writes it and PostgreSQL reads it: a day that there is, of an age that we live in. */
function isMoment(text: string): boolean {
  if (!/^(?:19[7-9]|[2-9]\d\d)\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return false;
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text;
}
