import type { RecoveryPolicy } from '@pid/protocol';
import { findIdentity, listIdentitiesByAccountId } from '../identity/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Tx } from '../platform/db/index.ts';
import {
  listGuardians,
  replaceGuardians,
  type KnownGuardian,
  type NamedGuardian,
} from './guardians.store.ts';
import { findPolicy, lockPolicy, storePolicy, type KnownPolicy } from './policies.store.ts';

/** A policy on the chain, and the nonce at which it was read. */
export interface SeenPolicy {
  readonly guardians: readonly NamedGuardian[];
  readonly threshold: number;
  readonly delaySeconds: number;
  readonly nonce: bigint;
}

export function seenAs({ guardians, threshold, delaySeconds }: RecoveryPolicy, nonce: bigint): SeenPolicy {
  const named = guardians.map((guardian) => ({
    kind: guardian.kind,
    key: Buffer.from(guardian.kind === 'account' ? guardian.accountId : guardian.key),
  }));
  return { guardians: named, threshold, delaySeconds, nonce };
}

interface Known {
  readonly policy: KnownPolicy | null;
  readonly guardians: readonly KnownGuardian[];
}

/** Whether the reading contains nothing new: the same policy, or an older one. */
export function isRemembered({ policy, guardians }: Known, seen: SeenPolicy): boolean {
  if (!policy) return seen.guardians.length === 0 && guardians.length === 0;
  return (
    seen.nonce < policy.nonce || (isSameTerms(policy, seen) && isSameGuardians(guardians, seen.guardians))
  );
}

function isSameGuardians(known: readonly NamedGuardian[], seen: readonly NamedGuardian[]): boolean {
  return (
    known.length === seen.length &&
    seen.every(({ kind, key }, place) => known[place]!.kind === kind && known[place]!.key.equals(key))
  );
}

function isSameTerms({ threshold, delaySeconds }: KnownPolicy, seen: SeenPolicy): boolean {
  return threshold === seen.threshold && delaySeconds === seen.delaySeconds;
}

/**
 * Stores a policy, regardless of its sender, and notifies its owner and the players who became guardians or
 * are no longer guardians. Each notice is sent once, on however many nodes the policy is seen. `isNew` means
 * that exactly this policy was just signed; even if it equals the last one, it names guardians again who had
 * left.
 */
export async function rememberPolicy(
  tx: Tx,
  identityId: string,
  seen: SeenPolicy,
  now: Date,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<void> {
  if (!isNew && isRemembered(await readKnown(tx, identityId), seen)) return;
  const owner = await findIdentity(tx, identityId);
  if (!owner || owner.status === 'deleted') return;
  const policy = await lockPolicy(tx, identityId);
  if (seen.nonce < policy.nonce) return;
  const { guardians } = await readKnown(tx, identityId);
  const wasKnown = policy.threshold !== null;
  const isSame = isSameGuardians(guardians, seen.guardians) && (!wasKnown || isSameTerms(policy, seen));
  await storePolicy(tx, identityId, seen);
  if (isSame && !isNew) return;
  await replaceGuardians(tx, identityId, seen.guardians);
  if (!isSame || seen.nonce > policy.nonce) await notifyOfPolicy(tx, identityId, seen, now);
  const before = accountsOf(guardians.filter(({ leftAt }) => leftAt === null));
  const after = accountsOf(seen.guardians);
  await notifyPlayers(tx, owner.pid, { named: without(after, before), dropped: without(before, after) }, now);
}

async function readKnown(tx: Tx, identityId: string): Promise<Known> {
  const guardians = (await listGuardians(tx, [identityId])).get(identityId) ?? [];
  return { policy: await findPolicy(tx, identityId), guardians };
}

function accountsOf(guardians: readonly NamedGuardian[]): Buffer[] {
  return guardians.flatMap(({ kind, key }) => (kind === 'account' ? [key] : []));
}

function without(some: readonly Buffer[], others: readonly Buffer[]): Buffer[] {
  return some.filter((each) => !others.some((other) => other.equals(each)));
}

async function notifyOfPolicy(
  tx: Tx,
  identityId: string,
  { guardians, threshold, delaySeconds }: SeenPolicy,
  now: Date,
): Promise<void> {
  if (guardians.length === 0)
    return notifyOwner(tx, { identityId, now, type: 'recovery.policy_removed', data: {} });
  const data = { guardians: guardians.length, threshold, days: Math.round(delaySeconds / 86_400) };
  return notifyOwner(tx, { identityId, now, type: 'recovery.policy_set', data });
}

async function notifyPlayers(
  tx: Tx,
  pid: string,
  { named, dropped }: { named: readonly Buffer[]; dropped: readonly Buffer[] },
  now: Date,
): Promise<void> {
  const players = await listIdentitiesByAccountId(tx, [...named, ...dropped]);
  for (const { id, status, accountId } of players) {
    if (status === 'deleted') continue;
    const isNamed = named.some((each) => each.equals(accountId));
    const type = isNamed ? 'recovery.guardian_named' : 'recovery.guardian_dropped';
    await notifyOwner(tx, { identityId: id, now, type, data: { pid } });
  }
}

/** A policy in the JSON details of the operation that sets it, and back: JSON has no type for bytes. */
export function policyDetails({ guardians, threshold, delaySeconds }: SeenPolicy) {
  const keys = guardians.map(({ kind, key }) => ({ kind, key: key.toString('base64url') }));
  return { guardians: keys, threshold, delaySeconds };
}

export function policyOf(details: unknown, nonce: bigint): SeenPolicy {
  const { guardians, ...terms } = details as ReturnType<typeof policyDetails>;
  const named = guardians.map(({ kind, key }) => ({ kind, key: Buffer.from(key, 'base64url') }));
  return { ...terms, guardians: named, nonce };
}
