import { api } from '../api/api.ts';
import type { Identity } from '../api/types.ts';
import { useLoad } from '../ui/use-load.ts';
import { rememberSignedIn } from './session.ts';

/** The identity of whoever is signed in; without a session the visit goes on at the sign-in page. */
export function useIdentity() {
  return useLoad('me', async (signal) => {
    const me = await api.get<Identity>('/v1/identity/me', { signal });
    rememberSignedIn(me.pid);
    return me;
  });
}
