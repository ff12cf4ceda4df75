import type { Checkout } from './checkout/index.ts';
import type { Queryable } from './platform/db/index.ts';
import { ownedApps } from './relying-parties/index.ts';

/**
 * Cancels the open top-ups of an identity and of the apps it owns. An eraser refuses the deletion if one
 * could not be cancelled.
 */
export function paymentsEndBefore(db: Queryable, cancelOpen: Checkout['cancelOpen']) {
  return async (identity: { readonly id: string }): Promise<void> => {
    await cancelOpen({ identityId: identity.id });
    for (const clientId of await ownedApps(db, identity.id)) await cancelOpen({ clientId });
  };
}
