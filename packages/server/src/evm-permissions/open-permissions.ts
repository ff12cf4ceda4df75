import type { Slice } from '../platform/slice.ts';
import { erasePermissions, exportPermissions, permissionSweeps } from './erase-permissions.ts';
import type { PermissionDeps } from './permission-deps.ts';
import { evmPermissionRoutes } from './permissions.routes.ts';

export function openPermissions(deps: PermissionDeps): Slice {
  return {
    routes: evmPermissionRoutes(deps),
    jobs: [permissionSweeps(deps)],
    erase: (tx, { id }, now) => erasePermissions(tx, id, now),
    export: { evmPermissions: exportPermissions },
  };
}
