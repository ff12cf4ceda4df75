import { refuse } from '../platform/errors/index.ts';
import { sha256 } from '../platform/hash.ts';
import type { Needs } from '../platform/needs.ts';
import { insertGuest } from './guests.store.ts';

/** Makes a guest of the app that calls. The token is shown once. */
export async function createGuest(
  deps: Needs<'db' | 'clock' | 'ids'>,
  caller: { readonly clientId: string },
  clientId: string,
) {
  if (caller.clientId !== clientId) throw refuse('no_such_app');
  const guestId = deps.ids.uuid();
  const guestToken = `pid_guest_${deps.ids.token(32)}`;
  await insertGuest(deps.db, {
    id: guestId,
    clientId,
    tokenHash: sha256(guestToken),
    now: deps.clock.now(),
  });
  return { guestId, guestToken };
}
