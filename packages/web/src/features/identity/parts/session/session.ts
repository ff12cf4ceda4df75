import { signal } from '@preact/signals';
import { signInPath } from '../../../../kit/navigation/sign-in-path.ts';
import { deviceStorage } from '../../../../kit/platform/storage.ts';

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

export function forgetSignedIn(): void {
  signedInHint.value = null;
  deviceStorage.remove(HINT_KEY);
}

export function leaveForSignIn(): void {
  forgetSignedIn();
  // Replaces the history entry, so that the back button does not return to the page that redirected here.
  location.replace(signInPath(`${location.pathname}${location.search}${location.hash}`));
}
