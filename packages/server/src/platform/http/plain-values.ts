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

/** A part of a body, and where it stands. */
interface Part {
  readonly path: string;
  readonly value: unknown;
}

/** Numbers and the like need no look. */
function keep(next: Part[], path: string, value: unknown): void {
  if (typeof value === 'string' || (typeof value === 'object' && value !== null)) next.push({ path, value });
}

/** Level by level, without calling itself: a body may be as deep as it is long. */
function walk(whole: unknown): AppError | null {
  let level: Part[] = [{ path: 'body', value: whole }];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > depthMax) return invalid(`body must not be nested deeper than ${depthMax} levels`);
    const next: Part[] = [];
    for (const { path, value } of level) {
      if (typeof value === 'string' && !isPlainText(value)) return illFormed(path);
      if (typeof value !== 'object' || value === null) continue;
      for (const [key, entry] of Object.entries(value)) {
        // A name that cannot be said cannot be named.
        if (!isPlainText(key)) return illFormed('body');
        keep(next, depth === 0 ? key : `${path}.${key}`, entry);
      }
    }
    level = next;
  }
  return null;
}
