import { refuse } from '../platform/errors/index.ts';
import { appReturnAddress, termsFor } from '../relying-parties/index.ts';
import type { PermissionApps } from './ports.ts';

/** Adapts the apps of the relying-parties slice for this slice. */
export const permissionApps: PermissionApps = {
  async find(db, clientId) {
    const terms = await termsFor(db, clientId, null);
    return terms && { name: terms.name, logoUrl: terms.logoUrl, verified: terms.verified };
  },
  async assertActive(db, clientId) {
    if ((await termsFor(db, clientId, null))?.paused) throw refuse('app_paused');
  },
  returnAddress: appReturnAddress,
};
