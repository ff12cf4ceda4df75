import type { ItemNames } from '@pid/contract';
import type { TopUp } from './topups.store.ts';

/** A payment to an app that waits for the money of a top-up. */
export interface Purchase {
  readonly description: string;
  readonly item: { readonly names: ItemNames; readonly quantity: number } | null;
  readonly appName: string;
  /** The page where the player confirms the payment: a path of this site. */
  readonly path: string;
}

/** Returns null if the player cannot see the payment. */
export type FindPurchase = (paymentId: string, identityId: string) => Promise<Omit<Purchase, 'path'> | null>;

/** The page of a payment starts its top-ups, and its address says which payment. */
const payPath = /^\/pay\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\?|$)/;

/** Returns the purchase that a top-up belongs to, or null if it is a top-up for its own sake. */
export async function purchaseOf(
  find: FindPurchase,
  { returnTo, identityId }: Pick<TopUp, 'returnTo' | 'identityId'>,
): Promise<Purchase | null> {
  const paymentId = payPath.exec(returnTo ?? '')?.[1];
  if (returnTo === null || paymentId === undefined) return null;
  const found = await find(paymentId, identityId);
  if (!found) return null;
  const { description, item, appName } = found;
  return { description, item, appName, path: returnTo };
}
