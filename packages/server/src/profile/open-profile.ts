import type { Slice } from '../platform/slice.ts';
import { profileRoutes } from './profile.routes.ts';
import { eraseProfile, readProfile } from './profile.store.ts';

export function openProfile(deps: Parameters<typeof profileRoutes>[0]): Slice {
  return {
    routes: profileRoutes(deps),
    erase: (tx, { id }) => eraseProfile(tx, id),
    export: { profile: readProfile },
  };
}
