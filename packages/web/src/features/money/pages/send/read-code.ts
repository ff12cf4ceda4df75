import { findHandleFlaw, normaliseHandle } from '../../../identity/parts/handle/check-handle.ts';
import { matchPath } from '../../../../kit/navigation/match-path.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { readMoneyLink } from '../../parts/money-link.ts';
import type { SendDraft } from './send-request.ts';

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

const FIELDS = ['to', 'amount', 'note'] as const;

/** Adds what was typed to a scanned link, in the fields that the link lacks. */
export function withTyped(path: string, { handle, amount, note }: SendDraft): string {
  const query = new URLSearchParams(path.split('?')[1]);
  const typed = { to: handle && `${handle}@pid`, amount, note };
  const added = FIELDS.filter((field) => !query.has(field) && typed[field] !== '');
  if (added.length === 0) return path;
  for (const field of added) query.set(field, typed[field]);
  if (readMoneyLink(query)) query.set('open', [query.get('open') ?? '', ...added].join(' ').trim());
  return `${PAGE_PATHS.send}?${query.toString()}`;
}
