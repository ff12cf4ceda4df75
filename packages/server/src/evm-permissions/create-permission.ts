import type { Input } from '@pid/contract';
import { hexOf, permissionDigest, permissionTypedData } from '@pid/protocol/evm';
import { lockIdentity } from '../identity/index.ts';
import { invalid, refuse } from '../platform/errors/index.ts';
import { assertContracts } from './look-at-contracts.ts';
import type { PermissionDeps } from './permission-deps.ts';
import { approvalTtlSeconds, statusAt } from './permission-status.ts';
import {
  countLiving,
  findRecordByDigest,
  insertRecord,
  redirectRecord,
  type PermissionRecord,
} from './permissions.store.ts';
import { readPermission, type ReadPermission } from './read-permission.ts';

const livingMax = 200;

export interface NewPermission {
  readonly identityId: string;
  readonly read: ReadPermission;
  readonly clientId: string | null;
  /** Where the hosted page sends the player back to. */
  readonly redirectUri: string | null;
  readonly state: string | null;
}

/** Creates a permission for the player, or for an app that asks through the player's session. */
export async function createPermission(
  deps: PermissionDeps,
  identityId: string,
  { clientId, ...request }: Input<'createPermission'>,
) {
  const read = readPermission(request, deps.clock.nowSeconds());
  if (clientId !== undefined) {
    if (!(await deps.apps.find(deps.db, clientId)))
      throw invalid('clientId must be that of a registered app');
    await deps.apps.assertActive(deps.db, clientId);
  }
  return storePermission(deps, {
    identityId,
    read,
    clientId: clientId ?? null,
    redirectUri: null,
    state: null,
  });
}

/**
 * Stores a permission that waits for its owner's passkey. Repeating the same request while it is pending
 * returns the same permission.
 */
export async function storePermission(
  deps: Pick<PermissionDeps, 'db' | 'clock' | 'ids' | 'chains' | 'assertMay'>,
  input: NewPermission,
) {
  const { identityId, clientId, redirectUri, state } = input;
  const { domain, permission } = input.read;
  const digest = permissionDigest(domain, permission);
  const contractsSeen = await assertContracts(deps.chains, domain, permission.verifier);
  const id = await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    // Lock the identity, so that two concurrent requests cannot both pass the count below.
    const owner = await lockIdentity(tx, identityId);
    // Deleted meanwhile: nothing may be stored after it.
    if (owner?.status === 'deleted') throw refuse('unauthorized');
    await deps.assertMay(tx, identityId);
    const before = await findRecordByDigest(tx, digest);
    if (before) {
      if (!isSameWaiting(before, input, now)) throw refuse('permission_digest_used');
      await redirectRecord(tx, before.id, redirectUri, state);
      return before.id;
    }
    if ((await countLiving(tx, identityId, now)) >= livingMax) throw refuse('too_many_permissions');
    const record = {
      id: deps.ids.uuid(),
      identityId,
      clientId,
      digest,
      domain,
      permission,
      contractsSeen,
      redirectUri,
      state,
      now,
      approveBy: new Date(now.getTime() + approvalTtlSeconds * 1000),
    };
    if (!(await insertRecord(tx, record))) throw refuse('permission_digest_used');
    return record.id;
  });
  return {
    id,
    status: 'pending' as const,
    digest: hexOf(digest),
    typedData: permissionTypedData(domain, permission),
  };
}

function isSameWaiting(before: PermissionRecord, input: NewPermission, now: Date): boolean {
  return (
    before.identityId === input.identityId &&
    before.clientId === input.clientId &&
    statusAt(before, now.getTime()) === 'pending'
  );
}
