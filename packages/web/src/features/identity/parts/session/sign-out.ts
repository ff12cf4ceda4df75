import { Refusal } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { forgetSignedIn } from './session.ts';

/** Ends the session but stays on the page, for signing in as somebody else. */
export async function leaveSession(): Promise<void> {
  try {
    await api.call('logout', {}, { session: 'none' });
  } catch (error) {
    // There was no session left to end.
    if (!(error instanceof Refusal && error.status === 401)) throw error;
  }
  forgetSignedIn();
}

export async function signOut(): Promise<void> {
  await leaveSession();
  // A full load, so that nothing of the last person stays in memory.
  location.assign(PAGE_PATHS.landing);
}
