import { operations } from '@pid/contract';
import { route, type Route } from '../platform/http/index.ts';
import { getProfile, getPublicProfile, type IsMinor } from './get-profile.ts';
import { updateProfile } from './update-profile.ts';
import { uploadAvatar, type AvatarDeps } from './upload-avatar.ts';

export function profileRoutes(deps: AvatarDeps & { readonly isMinor: IsMinor }): Route[] {
  const { db } = deps;
  return [
    route(operations.uploadAvatar, ({ caller, body }) => uploadAvatar(deps, caller.identityId, body.image)),
    route(operations.getProfile, ({ caller }) => getProfile(db, caller.identityId)),
    route(operations.updateProfile, ({ caller, body }) => updateProfile(deps, caller.identityId, body)),
    route(operations.getPublicProfile, ({ params }) => getPublicProfile(db, deps.isMinor, params.pid)),
  ];
}
