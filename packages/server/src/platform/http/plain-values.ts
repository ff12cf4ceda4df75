import { type AppError, invalid } from '../errors/index.ts';

/** More than any operation asks for, and few enough for whoever walks a value by calling itself. */
const depthMax = 32;
/** An escape that may spell half a character or a NUL. */
const riskyEscape = /\\u(?:0000|[dD][89a-fA-F])/;

/** Text that every store and every other program takes: well-formed Unicode (RFC 7493, section 2.1) without NUL. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

export const illFormed = (part: string) =>
  invalid(`${part} must be well-formed Unicode without the character NUL`);

/** JSON that did not come as a body, under the same rules. Null when it breaks one. */
export function parsePlainJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return problemOf(value, text) === null ? value : null;
  } catch {
    return null;
  }
}

/** What speaks against a parsed JSON text: half characters, NUL, or nesting that stacks would not survive. */
export function problemOf(value: unknown, text: string): AppError | null {
  // Most bodies show at a glance that they need no walk.
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

function walk(whole: unknown): AppError | null {
  const flaw = findFlaw(whole, 0);
  if (flaw === null) return null;
  if (flaw === 'too deep') return invalid(`body must not be nested deeper than ${depthMax} levels`);
  return illFormed(flaw.length === 0 ? 'body' : flaw.toReversed().join('.'));
}

/**
 * Where the first text stands that no store would take, as names from the inside out. It calls itself no deeper than bodies may be
 * nested, and writes a path only where something is wrong: most of what it walks is somebody's attempt to make it work.
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
    // A name that cannot be said cannot be named.
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
