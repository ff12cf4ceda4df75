import type { ItemNames } from '@pid/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readSingleCookie, serializeCookie } from '../platform/http/index.ts';
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

export const isForPurchase = ({ returnTo }: Pick<TopUp, 'returnTo'>): boolean => payPath.test(returnTo ?? '');

const cookieName = 'pid_purchase';
const daySeconds = 86_400;

/**
 * Marks the browser that started a top-up. Others who have the link can pay, but do not see the purchase: it is
 * private, and a swindler could otherwise let a stranger pay for "their" purchase.
 */
export function markBuyer(reply: FastifyReply, topUp: Pick<TopUp, 'id' | 'returnTo'>, secure: boolean): void {
  if (!isForPurchase(topUp)) return;
  const options = { path: `/checkout/${topUp.id}`, maxAgeSeconds: daySeconds, secure };
  reply.header('set-cookie', serializeCookie(cookieName, '1', options));
}

/** Returns the purchase that a top-up belongs to; null for a top-up for its own sake, and in other browsers. */
export async function purchaseOf(
  find: FindPurchase,
  { returnTo, identityId }: Pick<TopUp, 'returnTo' | 'identityId'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Promise<Purchase | null> {
  const paymentId = payPath.exec(returnTo ?? '')?.[1];
  if (returnTo === null || paymentId === undefined) return null;
  if (readSingleCookie(headers.cookie, cookieName) === null) return null;
  const found = await find(paymentId, identityId);
  if (!found) return null;
  const { description, item, appName } = found;
  // A header takes only ASCII.
  const { pathname, search } = new URL(returnTo, 'https://pid.example');
  return { description, item, appName, path: `${pathname}${search}` };
}
