import { tabStorage } from '../platform/storage.ts';
import { localPath } from './local-path.ts';
import { PAGE_PATHS } from './page-paths.ts';

const STORAGE_KEY = 'pid:return-to';

/**
 * The page that this tab wanted before the sign-in. A provider's refusal and a claim return without it, so it
 * is stored here.
 */
export const returnPlace = {
  keep: (path: string): void => tabStorage.set(STORAGE_KEY, path),
  read: (): string => localPath(tabStorage.get(STORAGE_KEY), location.origin, PAGE_PATHS.home),
  forget: (): void => tabStorage.remove(STORAGE_KEY),
};

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
