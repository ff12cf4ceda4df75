import { appReturnAddress, termsFor } from '../relying-parties/index.ts';
import type { PermissionApps } from './ports.ts';

/** The apps of the relying-parties slice, as this one needs them. */
export const permissionApps: PermissionApps = {
  async find(db, clientId) {
    const terms = await termsFor(db, clientId, null);
    // Terms do not carry the logo; the pages show the app's initials without one.
    return terms && { name: terms.name, logoUrl: null, verified: terms.verified };
  },
  returnAddress: appReturnAddress,
};
