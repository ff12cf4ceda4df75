import { appName, appReturnAddress, termsFor } from '../relying-parties/index.ts';
import type { PermissionApps } from './ports.ts';

/** Terms are asked for in nobody's name: what is wanted of them holds for every user. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** The apps of the relying-parties slice, as this one needs them. */
export const permissionApps: PermissionApps = {
  async find(db, clientId) {
    const name = await appName(db, clientId);
    if (name === null) return null;
    return { name, logoUrl: null, verified: (await termsFor(db, clientId, nobody))?.verified ?? false };
  },
  returnAddress: appReturnAddress,
};
