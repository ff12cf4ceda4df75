import { hexOf, permissionDigest, permissionTypedData } from '@pid/protocol/evm';
import { lockIdentity } from '../identity/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import type { Ids } from '../platform/ids.ts';
import { digestUsed, tooManyPermissions } from './permission-errors.ts';
import { approvalTtlSeconds, statusAt } from './permission-status.ts';
import {
  countLiving,
  findGrantByDigest,
  insertGrant,
  redirectGrant,
  type Grant,
} from './permissions.store.ts';
import type { ReadPermission } from './read-permission.ts';

const livingMax = 200;

export interface CreateDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface NewPermission {
  readonly identityId: string;
  readonly read: ReadPermission;
  readonly clientId: string | null;
  /** Where the hosted page sends the user back to. */
  readonly redirectUri: string | null;
  readonly state: string | null;
}

/** Stores a permission that waits for its owner's passkey. The same one again, while it still waits, is the same one. */
export async function createPermission(deps: CreateDeps, input: NewPermission) {
  const { identityId, clientId, redirectUri, state } = input;
  const { domain, permission } = input.read;
  const digest = permissionDigest(domain, permission);
  const id = await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    // Holding the identity makes the count below hold for two requests at once.
    await lockIdentity(tx, identityId);
    const before = await findGrantByDigest(tx, digest);
    if (before) {
      if (!isSameWaiting(before, input, now)) throw digestUsed();
      await redirectGrant(tx, before.id, redirectUri, state);
      return before.id;
    }
    if ((await countLiving(tx, identityId, now)) >= livingMax) throw tooManyPermissions();
    const grant = {
      id: deps.ids.uuid(),
      identityId,
      clientId,
      digest,
      domain,
      permission,
      redirectUri,
      state,
      now,
      approveBy: new Date(now.getTime() + approvalTtlSeconds * 1000),
    };
    if (!(await insertGrant(tx, grant))) throw digestUsed();
    return grant.id;
  });
  return {
    id,
    status: 'pending' as const,
    digest: hexOf(digest),
    typedData: permissionTypedData(domain, permission),
  };
}

function isSameWaiting(before: Grant, input: NewPermission, now: Date): boolean {
  return (
    before.identityId === input.identityId &&
    before.clientId === input.clientId &&
    statusAt(before, now.getTime()) === 'pending'
  );
}
