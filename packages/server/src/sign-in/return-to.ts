import { invalid } from '../platform/errors/index.ts';
import { parseUrl } from '../platform/parse-url.ts';

const anyBase = 'https://base.invalid';

/**
 * Whether the text is a path on our own origin, as browsers understand it. Anything that could lead to
 * another origin is refused.
 */
export function isLocalPath(text: string): boolean {
  return readLocalPath(text) !== null;
}

/**
 * Returns the path in a form that is valid in a header: non-ASCII characters are percent-encoded, as browsers
 * do. Returns null if it is refused.
 */
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
