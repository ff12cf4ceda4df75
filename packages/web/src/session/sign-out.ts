import { api } from '../api/api.ts';
import { PAGE_PATHS } from '../router/page-paths.ts';
import { forgetSignedIn } from './session.ts';

export async function signOut(): Promise<void> {
  await api.post('/v1/auth/logout', undefined, { session: 'none' });
  forgetSignedIn();
  // A full load, so that nothing of the last person stays in memory.
  location.assign(PAGE_PATHS.landing);
}
