import { operations } from '@pid/contract';
import { findIdentityByPid } from '../identity/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { route, type Route } from '../platform/http/index.ts';
import { nameFlaw } from './judge-display-name.ts';
import { readProfile } from './profile.store.ts';
import { changeProfile, uploadAvatar, type AvatarDeps } from './upload-avatar.ts';

export function profileRoutes(deps: AvatarDeps): Route[] {
  const { db, clock } = deps;
  return [
    route(operations.uploadAvatar, ({ caller, body }) => uploadAvatar(deps, caller.identityId, body.image)),
    route(operations.getProfile, ({ caller }) => readProfile(db, caller.identityId)),
    route(operations.updateProfile, ({ caller, body }) => {
      const reason = nameFlaw(body.displayName ?? '');
      if (reason !== null) throw refuse('name_refused', { reason });
      return changeProfile(deps, caller.identityId, body, clock.now());
    }),
    route(operations.getPublicProfile, async ({ params }) => {
      const identity = await findIdentityByPid(db, params.pid);
      if (!identity || identity.status === 'deleted') throw refuse('not_found', {}, 'No such player');
      const { locale: _locale, ...shown } = await readProfile(db, identity.id);
      return { pid: identity.pid, ...shown };
    }),
  ];
}
