import type { Input } from '@pid/contract';
import type { AuditOrigin } from '../audit/index.ts';
import { lockAccounts } from '../ledger/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Caller } from '../platform/http/index.ts';
import { actOnApp } from './act-on-app.ts';
import { countItems, deleteItem, findItem, upsertItem, type Item } from './items.store.ts';
import type { PaymentDeps } from './payment-deps.ts';

const itemsMax = 1000;

interface ItemOfApp {
  readonly clientId: string;
  readonly sku: string;
  readonly origin: AuditOrigin;
}

interface SetItemInput extends ItemOfApp {
  readonly item: Pick<Input<'setItem'>, 'names' | 'price' | 'imageUrl'>;
}

export async function setItem(deps: PaymentDeps, caller: Caller, input: SetItemInput): Promise<Item> {
  const { clientId, sku } = input;
  const item = {
    sku,
    names: input.item.names,
    price: BigInt(input.item.price),
    imageUrl: input.item.imageUrl ?? null,
    updatedAt: deps.clock.now(),
  };
  return changeCatalogue(deps, caller, 'setItem', input, async (tx) => {
    const before = await findItem(tx, clientId, sku);
    if (!before && (await countItems(tx, clientId)) >= itemsMax) throw refuse('catalogue_full');
    await upsertItem(tx, clientId, item);
    return { result: item, action: 'app.item_set', details: { price: input.item.price } };
  });
}

export async function removeItem(deps: PaymentDeps, caller: Caller, input: ItemOfApp): Promise<void> {
  await changeCatalogue(deps, caller, 'removeItem', input, async (tx) => {
    if (!(await deleteItem(tx, input.clientId, input.sku))) throw refuse('no_such_item');
    return { result: undefined, action: 'app.item_removed', details: {} };
  });
}

interface Change<Result> {
  readonly result: Result;
  readonly action: string;
  readonly details: Readonly<Record<string, number>>;
}

/**
 * Changes items one request at a time per app, under the lock of its escrow: concurrent requests cannot exceed
 * the limit, and no item is created while the app is deleted. Locks the app first, like its deletion. A paused app
 * may change its items.
 */
async function changeCatalogue<Result>(
  deps: PaymentDeps,
  caller: Caller,
  operation: 'setItem' | 'removeItem',
  { clientId, sku, origin }: ItemOfApp,
  change: (tx: Tx) => Promise<Change<Result>>,
): Promise<Result> {
  await deps.apps.admit(deps.db, caller, clientId, operation);
  const escrow = await deps.book.ofApp(clientId);
  return actOnApp(deps, { caller, clientId, operation, origin }, async (tx) => {
    await lockAccounts(tx, [escrow]);
    if (!(await deps.apps.termsFor(tx, clientId, null))) throw refuse('no_such_app');
    const { result, action, details } = await change(tx);
    return { result, entry: { action, target: clientId, details: { sku, ...details } } };
  });
}

/** Amounts are at most 10^12 rupiah, so numbers hold them. */
export function describeItem({ sku, names, price, imageUrl, updatedAt }: Item) {
  return { sku, names, price: Number(price), imageUrl, updatedAt: updatedAt.toISOString() };
}
