import type { DeletionBlock } from '@pid/contract';
import { lockAccounts } from '../ledger/index.ts';
import type { Queryable, Tx } from '../platform/db/index.ts';
import { deleteItems } from './items.store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { endPayment } from './payment-postings.store.ts';
import { voidAsService } from './settle-payment.ts';
import { countHolds, listHolds, listOpenOf } from './payments.store.ts';

type Deps = Pick<PaymentDeps, 'book' | 'apps'>;

/** Blocks the deletion of an identity while a hold names it or one of its apps. */
export async function holdGuard(
  deps: Pick<Deps, 'apps'>,
  db: Queryable,
  identityId: string,
): Promise<DeletionBlock | null> {
  const payments = await countHolds(db, identityId, await deps.apps.ownedApps(db, identityId));
  return payments === 0 ? null : { reason: 'payments_held', payments };
}

/** Voids these holds before an administrator's deletion. */
export async function voidHoldsOf(deps: PaymentDeps, identityId: string): Promise<void> {
  const clientIds = await deps.apps.ownedApps(deps.db, identityId);
  for (const paymentId of await listHolds(deps.db, identityId, clientIds))
    await voidAsService(deps, paymentId, { isForced: true });
}

/**
 * Cancels the open payments of an identity and of its apps, and deletes the items of the apps. Locks the
 * accounts first, like a confirmation.
 */
export async function cancelOpenOfIdentity(deps: Deps, tx: Tx, identityId: string): Promise<void> {
  const clientIds = await deps.apps.ownedApps(tx, identityId);
  const accounts = [await deps.book.ofIdentity(identityId, tx)];
  for (const clientId of clientIds) accounts.push(await deps.book.ofApp(clientId, tx));
  await lockAccounts(tx, accounts);
  for (const id of await listOpenOf(tx, { identityId, clientIds })) await endPayment(tx, id, 'cancelled');
  await deleteItems(tx, clientIds);
}

/** Also deletes the items of the app. */
export async function cancelOpenOfApp(deps: Deps, tx: Tx, clientId: string): Promise<void> {
  await lockAccounts(tx, [await deps.book.ofApp(clientId, tx)]);
  for (const id of await listOpenOf(tx, { identityId: null, clientIds: [clientId] }))
    await endPayment(tx, id, 'cancelled');
  await deleteItems(tx, [clientId]);
}
