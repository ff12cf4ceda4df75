import type { ItemNames } from '@pid/contract';
import type { Queryable, Tx } from '../platform/db/index.ts';

export interface Item {
  readonly sku: string;
  readonly names: ItemNames;
  readonly price: bigint;
  readonly imageUrl: string | null;
  readonly updatedAt: Date;
}

const columns = 'sku, names, price, image_url as "imageUrl", updated_at as "updatedAt"';

export async function findItem(db: Queryable, clientId: string, sku: string): Promise<Item | null> {
  const { rows } = await db.query<Item>(
    `select ${columns} from app_items where client_id = $1 and sku = $2`,
    [clientId, sku],
  );
  return rows[0] ?? null;
}

export async function listItemRows(
  db: Queryable,
  clientId: string,
  page: { readonly afterSku: string | null; readonly limit: number },
): Promise<Item[]> {
  const { rows } = await db.query<Item>(
    `select ${columns} from app_items where client_id = $1 and ($2::text is null or sku > $2) order by sku limit $3`,
    [clientId, page.afterSku, page.limit],
  );
  return rows;
}

export async function listItemsOf(
  db: Queryable,
  clientIds: readonly string[],
): Promise<(Item & { readonly clientId: string })[]> {
  const { rows } = await db.query<Item & { clientId: string }>(
    `select client_id as "clientId", ${columns} from app_items where client_id = any($1) order by client_id, sku`,
    [clientIds],
  );
  return rows;
}

export async function countItems(tx: Tx, clientId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from app_items where client_id = $1',
    [clientId],
  );
  return rows[0]!.count;
}

export async function upsertItem(tx: Tx, clientId: string, item: Item): Promise<void> {
  await tx.query(
    `insert into app_items (client_id, sku, names, price, image_url, updated_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (client_id, sku) do update set names = excluded.names, price = excluded.price, image_url = excluded.image_url,
       updated_at = excluded.updated_at`,
    [clientId, item.sku, JSON.stringify(item.names), item.price, item.imageUrl, item.updatedAt],
  );
}

export async function deleteItem(tx: Tx, clientId: string, sku: string): Promise<boolean> {
  const { rowCount } = await tx.query('delete from app_items where client_id = $1 and sku = $2', [
    clientId,
    sku,
  ]);
  return rowCount === 1;
}

export async function deleteItems(tx: Tx, clientIds: readonly string[]): Promise<void> {
  await tx.query('delete from app_items where client_id = any($1)', [clientIds]);
}
