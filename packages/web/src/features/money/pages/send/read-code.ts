import { findHandleFlaw, normaliseHandle } from '../../../identity/parts/handle/check-handle.ts';
import { matchPath } from '../../../../kit/navigation/match-path.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';

/** The receiver that a code names, or a filled form of this page. */
export type MoneyCode = { readonly handle: string } | { readonly path: string };

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/**
 * Reads a scanned code: a name (`budi@pid`, `@budi`), the address of a player's page, or a link to this page.
 * Links to other sites are refused: a copy of this service could show any name.
 */
export function readMoneyCode(text: string, origin: string): MoneyCode | null {
  const handle = normaliseHandle(text).replace(/^@/u, '');
  if (findHandleFlaw(handle) === null) return { handle };
  const url = parse(text.trim());
  if (url?.origin !== origin) return null;
  const person = matchPath(PAGE_PATHS.person, url.pathname)?.['handle'];
  if (person !== undefined) return findHandleFlaw(person) === null ? { handle: person } : null;
  if (url.pathname !== PAGE_PATHS.send) return null;
  // The player sees the filled form first.
  url.searchParams.delete('step');
  return { path: `${url.pathname}${url.search}` };
}
