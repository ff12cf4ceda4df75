import { localPath } from './local-path.ts';
import { PAGE_PATHS } from './page-paths.ts';
import { returnPlace } from './return-place.ts';

export function signInPath(returnTo: string, { fresh = false } = {}): string {
  return `${PAGE_PATHS.signIn}?returnTo=${encodeURIComponent(returnTo)}${fresh ? '&fresh=1' : ''}`;
}

/** The path of a new sign-in while signed in, which returns to this page. */
export function freshSignInPath(): string {
  return signInPath(`${location.pathname}${location.search}`, { fresh: true });
}

/** Returns the page that the player came from, or the home page. */
export function returnPath(query: URLSearchParams): string {
  const asked = query.get('returnTo');
  // Only a failed sign-in returns without `returnTo`.
  if (asked === null && query.has('error')) return returnPlace.read();
  return localPath(asked, location.origin, PAGE_PATHS.home);
}
