import { operations } from '@pid/contract';
import { findIdentityByPid } from '../identity/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { route, type Route } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { nameFlaw } from './judge-display-name.ts';
import { readProfile, updateProfile } from './profile.store.ts';

export function profileRoutes({ db, clock }: Needs<'db' | 'clock'>): Route[] {
  return [
    route(operations.getProfile, ({ caller }) => readProfile(db, caller.identityId)),
    route(operations.updateProfile, ({ caller, body }) => {
      const reason = nameFlaw(body.displayName ?? '');
      if (reason !== null) throw refuse('name_refused', { reason });
      return updateProfile(db, caller.identityId, body, clock.now());
    }),
    route(operations.getPublicProfile, async ({ params }) => {
      const identity = await findIdentityByPid(db, params.pid);
      if (!identity || identity.status === 'deleted') throw refuse('not_found', {}, 'No such player');
      const { locale: _locale, ...shown } = await readProfile(db, identity.id);
      return { pid: identity.pid, ...shown };
    }),
  ];
}
