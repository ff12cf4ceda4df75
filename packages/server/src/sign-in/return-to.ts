import { invalid } from '../platform/errors/index.ts';
import { parseUrl } from '../platform/parse-url.ts';

const anyBase = 'https://base.invalid';

/** A path on our own origin, as the browser would understand it; anything that could leave it is refused. */
export function isLocalPath(text: string): boolean {
  return readLocalPath(text) !== null;
}

/** The same, as it can stand in a header: what is not ASCII is written with percent signs, as the browser would. */
function readLocalPath(text: string): string | null {
  if (text.length > 4096 || !text.startsWith('/') || /[\u0000-\u0020\\\u007f]/.test(text)) return null;
  const url = parseUrl(text, anyBase);
  if (url?.origin !== anyBase || text.startsWith('//') || url.pathname.startsWith('//')) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

export function parseReturnTo(text: string | undefined): string {
  if (text === undefined) return '/home';
  const path = readLocalPath(text);
  if (path === null) throw invalid('returnTo must be a path of this site, such as /home');
  return path;
}
