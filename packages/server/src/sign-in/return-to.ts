import { commonErrors } from '../platform/errors/index.ts';
import { parseUrl } from '../platform/parse-url.ts';

const anyBase = 'https://base.invalid';

/** A path on our own origin, as the browser would understand it; anything that could leave it is refused. */
export function isLocalPath(text: string): boolean {
  if (text.length > 4096 || !text.startsWith('/') || /[\u0000-\u0020\\\u007f]/.test(text)) return false;
  const url = parseUrl(text, anyBase);
  return url?.origin === anyBase && !text.startsWith('//') && !url.pathname.startsWith('//');
}

export function parseReturnTo(text: string | undefined): string {
  if (text === undefined) return '/home';
  if (!isLocalPath(text))
    throw commonErrors.validationFailed('returnTo must be a path of this site, such as /home');
  return text;
}
