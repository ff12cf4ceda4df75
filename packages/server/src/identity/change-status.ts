import type { DeletionHold } from '@pid/contract';
import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import type { Queryable, Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { IdentityStatus } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { changeStatus, findIdentityByPid, type Identity } from './identity.store.ts';

/** What must happen, in the same transaction, in the slices that hold something of a deleted identity. */
export type Eraser = (tx: Tx, identity: Identity, now: Date) => Promise<void>;

/** What the user must settle before the identity can go, or null. */
export type DeletionGuard = (db: Queryable, identity: Identity) => Promise<DeletionHold | null>;

export interface DeletionTerms {
  /** Names what is given up of a vault that is not empty. */
  readonly abandon: string | null;
}

/** The same for what only the network knows. Asked outside of any transaction. */
export type DeletionCheck = (identity: Identity, terms: DeletionTerms) => Promise<DeletionHold | null>;

export async function assertDeletable(
  db: Queryable,
  guards: readonly DeletionGuard[],
  identity: Identity,
): Promise<void> {
  for (const guard of guards) {
    const hold = await guard(db, identity);
    if (hold) throw refuse('deletion_blocked', hold);
  }
}

export async function assertSettled(
  checks: readonly DeletionCheck[],
  identity: Identity,
  terms: DeletionTerms,
): Promise<void> {
  for (const check of checks) {
    const hold = await check(identity, terms);
    if (hold) throw refuse('deletion_blocked', hold);
  }
}

export interface StatusDeps extends Needs<'db' | 'clock'> {
  readonly erasers: readonly Eraser[];
  /** Hold users back, not administrators. */
  readonly guards?: readonly DeletionGuard[];
  /** What is to be ended elsewhere first, by network and so outside of the transaction. What it could not end, an eraser refuses. */
  beforeDeletion?(identity: Identity): Promise<void>;
  /** What is left is put in order by an administrator's deletion: within it, and before anything is erased. */
  settle?(tx: Tx, identity: Identity, now: Date): Promise<void>;
  /** Hold administrators back too, until they say that they abandon what is there. */
  readonly administratorGuards?: readonly DeletionGuard[];
}

export interface StatusChange {
  readonly pid: string;
  readonly actor: string;
  readonly origin: AuditOrigin | null;
  readonly details?: Readonly<Record<string, string>>;
  /** Why an administrator abandons what would hold the deletion back; it goes to the log. */
  readonly abandonReason?: string;
}

export function suspendIdentity(deps: StatusDeps, change: StatusChange): Promise<Identity> {
  return move(deps, change, ['active'], 'suspended', 'identity.suspended');
}

export function reactivateIdentity(deps: StatusDeps, change: StatusChange): Promise<Identity> {
  return move(deps, change, ['suspended'], 'active', 'identity.reactivated');
}

/** Final: personal data is erased, credentials are burnt, the handle stays taken. */
export async function eraseIdentity(deps: StatusDeps, change: StatusChange): Promise<Identity> {
  const identity = await findIdentityByPid(deps.db, change.pid);
  // Before the transaction: these ask the chain.
  if (identity && identity.status !== 'deleted' && change.abandonReason === undefined)
    await assertDeletable(deps.db, deps.administratorGuards ?? [], identity);
  if (identity && identity.status !== 'deleted') await deps.beforeDeletion?.(identity);
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
