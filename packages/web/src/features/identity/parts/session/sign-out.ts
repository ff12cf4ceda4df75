import { Refusal } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { forgetSignedIn } from './session.ts';

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
