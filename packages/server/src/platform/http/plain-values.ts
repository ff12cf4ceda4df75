import { type ServiceError, invalid } from '../errors/index.ts';

/** Deeper than any operation needs, and shallow enough for recursive functions. */
const depthMax = 32;
/** An escape that may encode half a surrogate pair or a NUL. */
const riskyEscape = /\\u(?:0000|[dD][89a-fA-F])/;

/** Text that every database and program accepts: well-formed Unicode (RFC 7493, section 2.1) without NUL. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

export const illFormed = (part: string) =>
  invalid(`${part} must be well-formed Unicode without the character NUL`);

/** Parses JSON that is not a request body under the same rules. Null when it breaks one. */
export function parsePlainJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return problemOf(value, text) === null ? value : null;
  } catch {
    return null;
  }
}

/**
 * The problem of a parsed JSON text: lone surrogates, NUL, or nesting so deep that it would overflow the
 * stack.
 */
export function problemOf(value: unknown, text: string): ServiceError | null {
  // Most bodies contain neither and need no walk.
  return riskyEscape.test(text) || hasManyBrackets(text) ? walk(value) : null;
}

function hasManyBrackets(text: string): boolean {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character === 0x5b || character === 0x7b) count += 1;
    if (count > depthMax) return true;
  }
  return false;
}

function walk(whole: unknown): ServiceError | null {
  const flaw = findFlaw(whole, 0);
  if (flaw === null) return null;
  if (flaw === 'too deep') return invalid(`body must not be nested deeper than ${depthMax} levels`);
  return illFormed(flaw.length === 0 ? 'body' : flaw.toReversed().join('.'));
}

/**
 * The path to the first invalid text, as names from the inside out. Recursion is limited to the nesting that
 * bodies may have. A path is built only for a flaw, because most walks are attempts to make the server work.
 */
function findFlaw(value: unknown, depth: number): string[] | 'too deep' | null {
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return null;
  if (depth > depthMax) return 'too deep';
  if (typeof value === 'string') return isPlainText(value) ? null : [];
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const flaw = findFlaw(value[index], depth + 1);
      if (flaw !== null) return within(flaw, String(index));
    }
    return null;
  }
  for (const key of Object.keys(value)) {
    // An invalid name cannot be repeated in the response.
    if (!isPlainText(key)) return [];
    const flaw = findFlaw((value as Record<string, unknown>)[key], depth + 1);
    if (flaw !== null) return within(flaw, key);
  }
  return null;
}

function within(flaw: string[] | 'too deep', name: string): string[] | 'too deep' {
  if (flaw !== 'too deep') flaw.push(name);
  return flaw;
}
