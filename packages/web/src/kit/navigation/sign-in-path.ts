import { localPath } from './local-path.ts';
import { PAGE_PATHS } from './page-paths.ts';
import { returnPlace } from './return-place.ts';

export function signInPath(returnTo: string, { fresh = false } = {}): string {
  return `${PAGE_PATHS.signIn}?returnTo=${encodeURIComponent(returnTo)}${fresh ? '&fresh=1' : ''}`;
}

/** To prove oneself anew although signed in, and come back to this page. */
export function freshSignInPath(): string {
  return signInPath(`${location.pathname}${location.search}`, { fresh: true });
}

/** The place a person came from, or their home. */
export function returnPath(query: URLSearchParams): string {
  const asked = query.get('returnTo');
  // Only a sign-in that failed comes back without having been asked for a place.
  if (asked === null && query.has('error')) return returnPlace.read();
  return localPath(asked, location.origin, PAGE_PATHS.home);
}
