import { signal } from '../platform/signal.ts';
import { signInPath } from '../navigation/sign-in-path.ts';
import { seenBalance } from '../creature/seen-balance.ts';
import { deviceStorage } from '../platform/storage.ts';
import { Refusal } from '@pid/contract/client';
import { api } from '../api/api.ts';
import { PAGE_PATHS } from '../navigation/page-paths.ts';

const HINT_KEY = 'pid:signed-in-as';

/**
 * Scripts cannot see the cookies, so the last known pid is stored as a hint. It decides link texts and
 * whether a request to the server is worthwhile. It never decides access.
 */
export const signedInHint = signal<string | null>(deviceStorage.get(HINT_KEY));

export function rememberSignedIn(pid: string): void {
  signedInHint.value = pid;
  deviceStorage.set(HINT_KEY, pid);
}

/** Sets `signedInHint` if this device has none, for pages that compare names with the player's own. */
export async function learnOwnName(options: { readonly signal?: AbortSignal } = {}): Promise<void> {
  if (signedInHint.value === null) rememberSignedIn((await api.call('getIdentity', {}, options)).pid);
}

export function forgetSignedIn(): void {
  signedInHint.value = null;
  deviceStorage.remove(HINT_KEY);
  rememberFamily(false);
  seenBalance.forget();
}

export function leaveForSignIn(): void {
  forgetSignedIn();
  // Replaces the history entry, so that the back button does not return to the page that redirected here.
  location.replace(signInPath(`${location.pathname}${location.search}${location.hash}`));
}

/** Ends the session but stays on the page, so that another account can sign in. */
export async function leaveSession(): Promise<void> {
  try {
    await api.call('logout', {}, { session: 'none' });
  } catch (error) {
    // The session had already ended.
    if (!(error instanceof Refusal && error.status === 401)) throw error;
  }
  forgetSignedIn();
}

export async function signOut(): Promise<void> {
  await leaveSession();
  // A full page load, so that no data of the last player stays in memory.
  location.assign(PAGE_PATHS.landing);
}

const ADMIN_KEY = 'pid:administers';

/**
 * True if the administration page has opened on this device. It only shows a link and never decides access.
 */
export const adminHint = signal(deviceStorage.get(ADMIN_KEY) === 'yes');

export function rememberAdmin(isAdmin: boolean): void {
  adminHint.value = isAdmin;
  if (isAdmin) deviceStorage.set(ADMIN_KEY, 'yes');
  else deviceStorage.remove(ADMIN_KEY);
}

const FAMILY_KEY = 'pid:has-family';

/** True if the player had a parent or a child when a page last read the family. It only shows a link. */
export const familyHint = signal(deviceStorage.get(FAMILY_KEY) === 'yes');

export function rememberFamily(hasFamily: boolean): void {
  familyHint.value = hasFamily;
  if (hasFamily) deviceStorage.set(FAMILY_KEY, 'yes');
  else deviceStorage.remove(FAMILY_KEY);
}

/** Renews an expired access cookie. Returns false if no player is signed in. */
export async function tryRefresh(): Promise<boolean> {
  try {
    await api.call('refresh', {}, { session: 'none' });
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return false;
    throw error;
  }
}
