import type { Slice } from '../platform/slice.ts';
import { erasePermissions, exportPermissions, permissionSweeps } from './erase-permissions.ts';
import { openEvmChains } from './look-at-contracts.ts';
import type { PermissionDeps } from './permission-deps.ts';
import { evmPermissionRoutes } from './permissions.routes.ts';
import type { PermissionConfig } from './settings.ts';

export function openPermissions(
  given: Omit<PermissionDeps, 'chains'> & { readonly config: PermissionConfig },
): Slice {
  const deps = { ...given, chains: openEvmChains(given.config.evmNodes ?? new Map(), given.clock) };
  return {
    routes: evmPermissionRoutes(deps),
    jobs: [permissionSweeps(deps)],
    erase: (tx, { id }, now) => erasePermissions(tx, id, now),
    export: { evmPermissions: exportPermissions },
  };
}
