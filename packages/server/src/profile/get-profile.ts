import { findIdentityByPid } from '../identity/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { emptyProfile, findProfile, type Profile } from './profile.store.ts';

export async function getProfile(db: Queryable, identityId: string): Promise<Profile> {
  return (await findProfile(db, identityId)) ?? emptyProfile;
}

/** Returns the public profile of a player. */
export async function getPublicProfile(db: Queryable, pid: string) {
  const identity = await findIdentityByPid(db, pid);
  if (!identity || identity.status === 'deleted') throw refuse('not_found', {}, 'No such player');
  const { displayName, avatarUrl, bio, country } = await getProfile(db, identity.id);
  return { pid: identity.pid, displayName, avatarUrl, bio, country };
}
