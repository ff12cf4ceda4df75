import { accountDeletionGuard } from './account/index.ts';
import { deleteActivity } from './app-activity/index.ts';
import type { Checkout } from './checkout/index.ts';
import { revokePermissionsOfApp } from './evm-permissions/index.ts';
import type { Ages } from './families/index.ts';
import type { DeletionGuard, StatusDeps } from './identity/index.ts';
import { balanceGuard, closeEscrow, escrowGuard, findBalance, type Ledger } from './ledger/index.ts';
import type { Payments } from './payments/index.ts';
import type { Queryable, Tx } from './platform/db/index.ts';
import { refuse } from './platform/errors/index.ts';
import type { Needs } from './platform/needs.ts';
import { lockOwnedApps, ownedApps } from './relying-parties/index.ts';
import { deleteBankAccounts, settlementGuard, type Settlements } from './settlements/index.ts';
import { deleteVerifications } from './verification/index.ts';

interface Money {
  readonly ledger: Ledger;
  readonly payments: Payments;
  readonly checkout: Checkout;
  readonly settlements: Settlements;
}

/** Work of other slices that the deletion or transfer of an app, or a player who disconnects it, causes. */
export function appDeletion(
  context: Needs<'db' | 'clock' | 'ids'>,
  { payments, checkout, settlements }: Money,
  { isMinor }: Pick<Ages, 'isMinor'>,
) {
  const { db } = context;
  return {
    async refuseTransfer(
      tx: Tx,
      app: { readonly clientId: string; readonly ownerId: string },
    ): Promise<void> {
      await settlements.refuseWhileSent(tx, [app.clientId]);
      // Otherwise a child could give away the income of an app past the rules of the parents.
      if ((await isMinor(tx, app.ownerId)) && (await hasMoney(tx, app.clientId)))
        throw refuse('parent_forbids');
    },
    async endOwnerData(tx: Tx, app: { readonly clientId: string; readonly ownerId: string }): Promise<void> {
      await settlements.endWithOwnership(tx, app);
      // The request is by the former owner, with their contact.
      await deleteVerifications(tx, [app.clientId]);
    },
    /** Changes nothing if the deletion will be refused. */
    async beforeAppDeletion(clientId: string): Promise<void> {
      if (await settlementGuard(db, [clientId])) throw refuse('settlements_under_way');
      await refuseWithMoney(db, clientId);
      await checkout.cancelOpen({ clientId });
    },
    async endAppData(tx: Tx, { clientId }: { readonly clientId: string }): Promise<void> {
      await payments.cancelOpenOfApp(tx, clientId);
      await closeEscrow(context, tx, clientId);
      await deleteBankAccounts(tx, [clientId]);
      await deleteActivity(tx, [clientId]);
      await deleteVerifications(tx, [clientId]);
      await revokePermissionsOfApp(tx, { clientId }, 'app deleted', context.clock.now());
    },
    onDisconnect: (tx: Tx, connection: { readonly clientId: string; readonly identityId: string }) =>
      revokePermissionsOfApp(tx, connection, 'app disconnected', context.clock.now()),
  };
}

/** What an app has in its escrow, and on hold, which may come to it. */
async function moneyOf(db: Queryable, id: string) {
  const escrow = await findBalance(db, { kind: 'app', id });
  const hold = await findBalance(db, { kind: 'hold', id });
  return { escrow: escrow?.balance ?? 0n, held: hold?.balance ?? 0n };
}

async function hasMoney(db: Queryable, id: string): Promise<boolean> {
  const { escrow, held } = await moneyOf(db, id);
  return escrow > 0n || held > 0n;
}

/** `closeEscrow` judges the same under the lock of the account. */
async function refuseWithMoney(db: Queryable, app: string): Promise<void> {
  const { escrow, held } = await moneyOf(db, app);
  if (escrow > 0n) throw refuse('escrow_not_empty', { app, balance: escrow });
  if (held > 0n) throw refuse('holds_under_way');
}

/** Locks the apps of an identity that is deleted, and ends what the erasers of their slices do not end. */
async function endAppsOf(tx: Tx, identityId: string, now: Date): Promise<void> {
  const clientIds = await lockOwnedApps(tx, identityId);
  for (const clientId of clientIds) await revokePermissionsOfApp(tx, { clientId }, 'app deleted', now);
  await deleteActivity(tx, clientIds);
}

/** `guards` can refuse the deletion of an identity by its owner; `beforeDeletion` runs before it. */
export function ownerDeletion(context: Needs<'db'>, money: Money, { isMinor }: Pick<Ages, 'isMinor'>) {
  const guards: readonly DeletionGuard[] = [
    (tx, { id }) => money.payments.holdGuard(tx, id),
    // A minor may always leave: the money goes to suspense.
    async (tx, { id }) => ((await isMinor(tx, id)) ? null : balanceGuard(tx, id)),
    async (tx, { id }) => settlementGuard(tx, await ownedApps(tx, id)),
    async (tx, { id }) => escrowGuard(tx, await ownedApps(tx, id)),
    accountDeletionGuard,
  ];
  return {
    guards,
    beforeDeletion: (identity: { readonly id: string }) => cancelTopUps(context, money, identity),
    async settle(tx: Tx, identity: { readonly id: string }, now: Date): Promise<void> {
      await endAppsOf(tx, identity.id, now);
      // mutant (families/deletion): if (await isMinor(tx, identity.id)) => if (false)
      if (await isMinor(tx, identity.id)) await money.ledger.leave(tx, identity, now);
    },
  };
}

/** For the deletion of an identity by an administrator. A balance does not block it: `settle` moves the money to suspense. */
export function administratorDeletion(
  context: Needs<'db'>,
  money: Money,
  { childrenOf }: Pick<Ages, 'childrenOf'>,
): Required<Pick<StatusDeps, 'beforeDeletion' | 'settle'>> {
  return {
    // What can refuse the deletion comes first: a refused deletion must not void the holds of others.
    async beforeDeletion(identity) {
      const clientIds = await ownedApps(context.db, identity.id);
      await money.settlements.refuseWhileSent(context.db, clientIds);
      await cancelTopUps(context, money, identity);
      await money.payments.voidHoldsOf(identity.id);
      await money.settlements.cancelRequested(clientIds);
    },
    async settle(tx, identity, now) {
      await endAppsOf(tx, identity.id, now);
      await money.ledger.leave(tx, identity, now, await childrenOf(tx, identity.id));
    },
  };
}

/**
 * Cancels the open top-ups of an identity and of the apps it owns. An eraser refuses the deletion if one
 * could not be cancelled.
 */
async function cancelTopUps(
  { db }: Needs<'db'>,
  { checkout }: Money,
  identity: { readonly id: string },
): Promise<void> {
  await checkout.cancelOpen({ identityId: identity.id });
  for (const clientId of await ownedApps(db, identity.id)) await checkout.cancelOpen({ clientId });
}
