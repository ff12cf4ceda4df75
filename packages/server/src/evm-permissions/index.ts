export { revokePermissionsOfApp } from './erase-permissions.ts';
export { permissionApps } from './permission-apps.ts';
export { permissionPasskeys } from './sign-with-passkey.ts';
export { openPermissions } from './open-permissions.ts';
export { permissionSettings } from './settings.ts';
