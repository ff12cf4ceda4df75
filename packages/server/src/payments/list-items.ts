import type { Queryable } from '../platform/db/index.ts';
import { decodeCursor, pageOf } from '../platform/http/index.ts';
import { listItemRows, listItemsOf } from './items.store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { describeItem } from './set-item.ts';

const limitDefault = 50;

export async function listItems(
  deps: PaymentDeps,
  clientId: string,
  query: { readonly limit?: number; readonly cursor?: string },
) {
  const limit = query.limit ?? limitDefault;
  const afterSku = decodeCursor(query.cursor, [/^[\w.-]{1,64}$/])?.[0] ?? null;
  const { items, nextCursor } = pageOf(
    await listItemRows(deps.db, clientId, { afterSku, limit: limit + 1 }),
    limit,
    ({ sku }) => [sku],
  );
  return { items: items.map(describeItem), nextCursor };
}

/** Returns the items of all apps of an owner. */
export async function exportItems({ apps }: Pick<PaymentDeps, 'apps'>, db: Queryable, identityId: string) {
  const items = await listItemsOf(db, await apps.ownedApps(db, identityId));
  return items.map((item) => ({ app: item.clientId, ...describeItem(item) }));
}
