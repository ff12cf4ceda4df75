import { lockIdentity } from '../identity/index.ts';
import { invalid, refuse } from '../platform/errors/index.ts';
import type { Database } from '../platform/db/index.ts';
import { decodeBase64Url } from '../platform/base64url.ts';
import type { Needs } from '../platform/needs.ts';
import { putAvatar } from './avatars.store.ts';
import { writeProfile, type Profile } from './profile.store.ts';
import type { PictureQueue } from './picture-queue.ts';
import { rewritePng } from './rewrite-png.ts';

export interface AvatarDeps extends Needs<'clock' | 'ids'> {
  readonly db: Database;
  readonly baseUrl: URL;
  readonly pictures: PictureQueue;
}

/** The address of an uploaded picture. */
export const avatarPath = (id: string) => `/avatars/${id}.png`;

/** Stores the rewritten picture at an unguessable address that is never reused. */
export async function uploadAvatar(deps: AvatarDeps, identityId: string, image: string): Promise<Profile> {
  const file = decodeBase64Url(image);
  const png = file && (await deps.pictures.run(() => rewritePng(file)));
  if (!png) throw invalid('image must be a square PNG picture of 16 to 256 pixels a side');
  const now = deps.clock.now();
  const id = deps.ids.uuid().replaceAll('-', '');
  return deps.db.transaction(async (tx) => {
    const owner = await lockIdentity(tx, identityId);
    // Deleted while the picture was rewritten: nothing may be stored after it.
    if (owner?.status === 'deleted') throw refuse('unauthorized');
    await putAvatar(tx, { identityId, id, png, now });
    const avatarUrl = new URL(avatarPath(id), deps.baseUrl).href;
    return writeProfile(tx, identityId, { avatarUrl }, now);
  });
}
