import type { Needs } from '../platform/needs.ts';
import type { Slice } from '../platform/slice.ts';
import { serveAvatars } from './avatar.pages.ts';
import { dropAvatar, exportAvatar } from './avatars.store.ts';
import { createPictureQueue } from './picture-queue.ts';
import { profileRoutes } from './profile.routes.ts';
import { getProfile, type IsMinor } from './get-profile.ts';
import { eraseProfile } from './profile.store.ts';

export function openProfile({
  config,
  db,
  clock,
  ids,
  isMinor,
}: Needs<'config' | 'db' | 'clock' | 'ids'> & { readonly isMinor: IsMinor }): Slice {
  return {
    routes: profileRoutes({
      isMinor,
      db,
      clock,
      ids,
      baseUrl: config.baseUrl,
      pictures: createPictureQueue(),
    }),
    mount: (http) => serveAvatars(http, db),
    async erase(tx, { id }) {
      await eraseProfile(tx, id);
      await dropAvatar(tx, id);
    },
    export: { profile: getProfile, avatar: exportAvatar },
  };
}
