import { commonErrors } from '../errors/index.ts';

/** Opaque to clients, so that what a list is ordered by may change. */
export function encodeCursor(parts: readonly (string | number | bigint)[]): string {
  return Buffer.from(JSON.stringify(parts.map(String))).toString('base64url');
}

export function decodeCursor(cursor: string | undefined, length: number): string[] | null {
  if (cursor === undefined) return null;
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(parts) && parts.length === length && parts.every((part) => typeof part === 'string')) return parts;
  } catch {
    // Falls through: whatever is wrong with it, the client is told the same.
  }
  throw commonErrors.validationFailed('cursor must be one that an earlier page gave');
}
