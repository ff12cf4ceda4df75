import { findIdentityByPid } from '../identity/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { emptyProfile, findProfile, type Profile } from './profile.store.ts';

export async function getProfile(db: Queryable, identityId: string): Promise<Profile> {
  return (await findProfile(db, identityId)) ?? emptyProfile;
}

export type IsMinor = (db: Queryable, identityId: string) => Promise<boolean>;

/** Returns the public profile of a player; of a minor only the pid. */
export async function getPublicProfile(db: Queryable, isMinor: IsMinor, pid: string) {
  const identity = await findIdentityByPid(db, pid);
  if (!identity || identity.status === 'deleted') throw refuse('not_found', {}, 'No such player');
  const profile = (await isMinor(db, identity.id)) ? emptyProfile : await getProfile(db, identity.id);
  const { displayName, avatarUrl, bio, country } = profile;
  return { pid: identity.pid, displayName, avatarUrl, bio, country };
}
