import type { DeletionBlock } from '@pid/contract';
import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import type { Queryable, Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { IdentityStatus } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { changeStatus, findIdentityByPid, type Identity } from './identity.store.ts';

/** Erases or ends a slice's data about a deleted identity, in the transaction of the deletion. */
export type Eraser = (tx: Tx, identity: Identity, now: Date) => Promise<void>;

/** Returns the reason why a player cannot delete the identity yet, or null. */
export type DeletionGuard = (db: Queryable, identity: Identity) => Promise<DeletionBlock | null>;

export interface DeletionTerms {
  /** Names the vault contents that the player gives up. */
  readonly abandon: string | null;
}

/** Like `DeletionGuard`, for state outside the database, such as the vault. Runs outside of any transaction. */
export type DeletionCheck = (identity: Identity, terms: DeletionTerms) => Promise<DeletionBlock | null>;

export async function assertDeletable(
  db: Queryable,
  guards: readonly DeletionGuard[],
  identity: Identity,
): Promise<void> {
  for (const guard of guards) {
    const block = await guard(db, identity);
    if (block) throw refuse('deletion_blocked', block);
  }
}

export async function assertNothingHeldOutside(
  checks: readonly DeletionCheck[],
  identity: Identity,
  terms: DeletionTerms,
): Promise<void> {
  for (const check of checks) {
    const block = await check(identity, terms);
    if (block) throw refuse('deletion_blocked', block);
  }
}

export interface StatusDeps extends Needs<'db' | 'clock'> {
  readonly erasers: readonly Eraser[];
  /** These block players but not administrators. */
  readonly guards?: readonly DeletionGuard[];
  /**
   * Ends state in other systems over the network, so it runs before the transaction. If something could not
   * be ended, an eraser refuses the deletion.
   */
  beforeDeletion?(identity: Identity): Promise<void>;
  /**
   * Settles the remaining state when an administrator deletes an identity, inside the transaction and before
   * the erasers run.
   */
  settle?(tx: Tx, identity: Identity, now: Date): Promise<void>;
  /** These also block administrators, unless they give a reason to abandon what the guards protect. */
  readonly administratorGuards?: readonly DeletionGuard[];
}

export interface StatusChange {
  readonly pid: string;
  readonly actor: string;
  readonly origin: AuditOrigin | null;
  readonly details?: Readonly<Record<string, string>>;
  /** An administrator's reason to override the guards; it is written to the audit log. */
  readonly abandonReason?: string;
}

export function suspendIdentity(deps: StatusDeps, change: StatusChange): Promise<Identity> {
  return move(deps, change, ['active'], 'suspended', 'identity.suspended');
}

export function reactivateIdentity(deps: StatusDeps, change: StatusChange): Promise<Identity> {
  return move(deps, change, ['suspended'], 'active', 'identity.reactivated');
}

/**
 * Deletes an identity permanently: personal data is erased, credentials cannot be used again, and the handle
 * stays taken.
 */
export async function eraseIdentity(deps: StatusDeps, change: StatusChange): Promise<Identity> {
  const identity = await findIdentityByPid(deps.db, change.pid);
  // These guards query the chain, so they run before the transaction.
  if (identity && identity.status !== 'deleted' && change.abandonReason === undefined)
    await assertDeletable(deps.db, deps.administratorGuards ?? [], identity);
  if (identity && identity.status !== 'deleted') {
    // A refused deletion must not end anything. `move` judges the same again, under the locks.
    await assertDeletable(deps.db, deps.guards ?? [], identity);
    await deps.beforeDeletion?.(identity);
  }
  return move(deps, change, ['active', 'suspended'], 'deleted', 'identity.deleted');
}

async function move(
  deps: StatusDeps,
  change: StatusChange,
  from: readonly IdentityStatus[],
  to: IdentityStatus,
  action: string,
): Promise<Identity> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const before = await findIdentityByPid(tx, change.pid);
    if (!before) throw refuse('not_found', {}, 'No such identity');
    const identity = await changeStatus(tx, before.id, from, to, now);
    if (!identity) throw refuse('wrong_status', { pid: change.pid, needs: from.join(' or ') });
    if (to === 'deleted') await assertDeletable(tx, deps.guards ?? [], before);
    if (to === 'deleted') await deps.settle?.(tx, identity, now);
    if (to === 'deleted') for (const erase of deps.erasers) await erase(tx, identity, now);
    const details =
      change.abandonReason === undefined
        ? change.details
        : { ...change.details, abandoned: change.abandonReason };
    await recordAudit(tx, {
      at: now,
      identityId: identity.id,
      actor: change.actor,
      action,
      target: change.pid,
      origin: change.origin,
      ...(details ? { details } : {}),
    });
    return identity;
  });
}
