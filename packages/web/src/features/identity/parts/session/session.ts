import { signal } from '@preact/signals';
import { signInPath } from '../../../../kit/navigation/sign-in-path.ts';
import { deviceStorage } from '../../../../kit/platform/storage.ts';

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

export function leaveForSignIn(): void {
  forgetSignedIn();
  // Replaced, so that the back button does not lead into the page that sent us here.
  location.replace(signInPath(`${location.pathname}${location.search}${location.hash}`));
}
