import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { findIdentityByPid } from '../identity/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { AccountBook } from './account-book.ts';
import type { IdentityCheck } from './identity-check.ts';
import { findTier, writeTier, type TierState } from './tiers.store.ts';

export interface TierDeps extends Needs<'db' | 'clock'> {
  readonly book: AccountBook;
  readonly balanceMax: bigint;
}

/** The fields of the tier in GET /v1/limits; none if there are no tiers. */
export function describeTier(state: TierState | null, balanceMax: bigint) {
  if (state === null) return {};
  const left = state.incomingMax - state.incoming;
  return {
    tier: state.tier,
    balanceMax: state.balanceMax < balanceMax ? state.balanceMax : balanceMax,
    incomingMax: state.incomingMax,
    incomingLeft: left > 0n ? left : 0n,
  };
}

export async function getTier(deps: TierDeps & { db: Queryable }, pid: string) {
  const { identity, account } = await holderOf(deps, pid);
  const state = await findTier(deps.db, account, deps.clock.now());
  return { pid: identity.pid, ...describeTier(state, deps.balanceMax) };
}

/** Applies the verdict of an identity check. The new maximums apply to the next posting. */
export async function setTier<Evidence>(
  deps: TierDeps,
  check: IdentityCheck<Evidence>,
  evidence: Evidence,
  by: {
    readonly pid: string;
    readonly actor: string;
    readonly actorId: string | null;
    readonly origin: AuditOrigin | null;
  },
) {
  const { identity, account } = await holderOf(deps, by.pid);
  if (by.actorId === identity.id) throw refuse('own_identity');
  const { tier, reason } = await check.judge(identity, evidence);
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    if ((await findTier(tx, account, now)) === null) throw refuse('tiers_off');
    if (!(await writeTier(tx, account, tier))) return;
    await recordAudit(tx, {
      at: now,
      identityId: identity.id,
      actor: by.actor,
      action: tier === 'registered' ? 'tier.registered' : 'tier.unregistered',
      target: identity.pid,
      details: { method: check.method, reason },
      origin: by.origin,
    });
  });
  return getTier(deps, by.pid);
}

async function holderOf(deps: TierDeps, named: string) {
  const pid = named.endsWith('@pid') ? named : `${named}@pid`;
  const identity = await findIdentityByPid(deps.db, pid);
  if (!identity || identity.status === 'deleted') throw refuse('not_found', {}, 'No such identity');
  return { identity: { id: identity.id, pid }, account: await deps.book.ofIdentity(identity.id) };
}
