import type { Database } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Needs } from '../platform/needs.ts';
import { dropAvatar } from './avatars.store.ts';
import { getProfile } from './get-profile.ts';
import { nameFlaw } from './judge-display-name.ts';
import { writeProfile, type Profile } from './profile.store.ts';

/** Setting another picture, or none, deletes the uploaded one. */
export async function updateProfile(
  { db, clock }: Needs<'clock'> & { readonly db: Database },
  identityId: string,
  changes: Partial<Profile>,
): Promise<Profile> {
  const reason = nameFlaw(changes.displayName ?? '');
  if (reason !== null) throw refuse('name_refused', { reason });
  const now = clock.now();
  if (changes.avatarUrl === undefined) return writeProfile(db, identityId, changes, now);
  return db.transaction(async (tx) => {
    const { avatarUrl } = await getProfile(tx, identityId);
    if (avatarUrl !== changes.avatarUrl) await dropAvatar(tx, identityId);
    return writeProfile(tx, identityId, changes, now);
  });
}
