import { signal } from '@preact/signals';
import { deviceStorage } from '../platform/storage.ts';
import { PAGE_PATHS } from '../router/page-paths.ts';
import { localPath } from './local-path.ts';
import { returnPlace } from './return-place.ts';

const HINT_KEY = 'pid:signed-in-as';

/**
 * The cookies are invisible to scripts, so the last pid seen is remembered as a hint. It decides what a link
 * says and whether asking the server is worthwhile; it never decides what is allowed.
 */
export const signedInHint = signal<string | null>(deviceStorage.get(HINT_KEY));

export function rememberSignedIn(pid: string): void {
  signedInHint.value = pid;
  deviceStorage.set(HINT_KEY, pid);
}

export function forgetSignedIn(): void {
  signedInHint.value = null;
  deviceStorage.remove(HINT_KEY);
}

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

export function leaveForSignIn(): void {
  forgetSignedIn();
  // Replaced, so that the back button does not lead into the page that sent us here.
  location.replace(signInPath(`${location.pathname}${location.search}${location.hash}`));
}
