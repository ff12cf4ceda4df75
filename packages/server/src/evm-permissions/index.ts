import type { Route } from '../platform/http/index.ts';
import { grantRequestRoutes } from './grant-request.routes.ts';
import type { PermissionDeps } from './permission-deps.ts';
import { permissionRoutes } from './permissions.routes.ts';
import { spendingRoutes } from './spending.routes.ts';

export {
  erasePermissions,
  exportPermissions,
  permissionSweeps,
  revokePermissionsOfApp,
} from './erase-permissions.ts';
export { permissionApps } from './permission-apps.ts';
export { permissionPasskeys } from './sign-with-passkey.ts';

export function evmPermissionRoutes(deps: PermissionDeps): Route[] {
  return [...grantRequestRoutes(deps), ...permissionRoutes(deps), ...spendingRoutes(deps)];
}
