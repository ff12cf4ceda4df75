import type { Checkout } from './checkout/index.ts';
import type { Queryable } from './platform/db/index.ts';
import { ownedApps } from './relying-parties/index.ts';

/** Ends the payments that are under way to an identity and through its apps. What could not be ended, an eraser refuses. */
export function paymentsEndBefore(db: Queryable, cancelOpen: Checkout['cancelOpen']) {
  return async (identity: { readonly id: string }): Promise<void> => {
    await cancelOpen({ identityId: identity.id });
    for (const clientId of await ownedApps(db, identity.id)) await cancelOpen({ clientId });
  };
}
