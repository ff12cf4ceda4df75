import { isUtf8 } from 'node:buffer';
import { decodeBase64Url } from '../base64url.ts';
import { invalid } from '../errors/index.ts';

/** Formats of the values by which lists are ordered. */
export const cursorForms = {
  dateTime: { test: isMoment },
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  number: /^\d{1,18}$/,
};

type CursorForm = Pick<RegExp, 'test'>;

/** Opaque to clients, so that the order of a list can change. */
export function encodeCursor(parts: readonly (string | number | bigint)[]): string {
  return Buffer.from(JSON.stringify(parts.map(String))).toString('base64url');
}

/**
 * One page of a list. `rows` must be read with `limit` plus one, so that a next cursor is returned only if
 * there is a further page. `key` returns the values by which the list is ordered.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  key: (row: Row) => readonly (string | number | bigint)[],
): { items: Row[]; nextCursor: string | null } {
  const items = rows.slice(0, limit);
  return { items, nextCursor: rows.length > limit ? encodeCursor(key(items.at(-1)!)) : null };
}

/** The parts of a cursor, checked against the formats of its list; null when there is no cursor. */
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

/** A valid date from 1970 to 9999, as `Date` writes it and PostgreSQL reads it. */
function isMoment(text: string): boolean {
  if (!/^(?:19[7-9]|[2-9]\d\d)\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return false;
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text;
}
