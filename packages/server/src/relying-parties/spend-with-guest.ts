import { sha256 } from '../platform/hash.ts';
import type { Needs } from '../platform/needs.ts';
import { findGuest, giveGuest, type Guest } from './guests.store.ts';

export type GuestRefusal = 'guest_unknown' | 'guest_claimed';

/**
 * Spends a login and gives the guest to its player. A guest that is unknown, or that belongs to another player, leaves the login
 * unspent: its client exchanges it again, without the guest. `ended`: the player was suspended or deleted after the login was spent.
 */
export async function spendWithGuest<Spent extends { readonly identity_id: string }, Refused extends string>(
  deps: Needs<'db' | 'clock'>,
  asked: { readonly clientId: string; readonly guestToken: string | undefined },
  login: {
    /** Whose login it is, or null if the login is unknown. */
    identityOf(): Promise<string | null>;
    spend(): Promise<Spent | Refused>;
    unspend(): Promise<void>;
  },
): Promise<(Spent & { readonly guestId?: string }) | Refused | GuestRefusal | 'ended'> {
  if (asked.guestToken === undefined) return login.spend();
  const guest = await findGuest(deps.db, asked.clientId, sha256(asked.guestToken));
  if (!guest) return 'guest_unknown';
  if (await isAnothers(guest, login.identityOf)) return 'guest_claimed';
  const spent = await login.spend();
  if (typeof spent === 'string') return spent;
  const given = { id: guest.id, identityId: spent.identity_id, now: deps.clock.now() };
  const outcome = await deps.db.transaction((tx) => giveGuest(tx, given));
  if (outcome === 'given') return { ...spent, guestId: guest.id };
  if (outcome === 'ended') return outcome;
  // Another player was faster.
  // mutant (relying-parties/guests): await login.unspend() => nothing
  await login.unspend();
  return 'guest_claimed';
}

async function isAnothers(guest: Guest, identityOf: () => Promise<string | null>): Promise<boolean> {
  if (guest.identityId === null) return false;
  const identityId = await identityOf();
  return identityId !== null && identityId !== guest.identityId;
}
