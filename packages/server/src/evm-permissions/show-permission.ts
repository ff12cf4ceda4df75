import type { Input, PermissionDetail, PermissionItem } from '@pid/contract';
import { hexOf, permissionTypedData } from '@pid/protocol/evm';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { cursorForms, decodeCursor, pageOf } from '../platform/http/index.ts';
import { describePermission, describeScope } from './describe-permission.ts';
import type { PermissionDeps } from './permission-deps.ts';
import { statusAt } from './permission-status.ts';
import { findGrant, listGrants, type Grant, type Viewer } from './permissions.store.ts';
import type { AppFace, PermissionApps } from './ports.ts';
import { uncompressedKey } from './read-public-key.ts';
import type { ReadPermission } from './read-permission.ts';
import { showRemaining } from './remaining-limits.ts';
import { readUsage } from './spending.store.ts';

export interface ShowDeps {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly apps: PermissionApps;
}

export async function findPermission(deps: ShowDeps, id: string, viewer: Viewer): Promise<PermissionDetail> {
  const grant = await findGrant(deps.db, id, viewer);
  if (!grant) throw refuse('no_such_permission');
  return showPermission(deps, grant);
}

export async function listPermissions(deps: ShowDeps, viewer: Viewer, query: Input<'listPermissions'>) {
  const limit = query.limit ?? 50;
  const cursor = decodeCursor(query.cursor, [cursorForms.dateTime, cursorForms.uuid]);
  const before = cursor ? { createdAt: cursor[0]!, id: cursor[1]! } : null;
  const { items, nextCursor } = pageOf(
    await listGrants(deps.db, viewer, before, limit + 1),
    limit,
    ({ createdAt, id }) => [createdAt.toISOString(), id],
  );
  return { items: await showPermissions(deps, items), nextCursor };
}

/** What the browser asks a passkey to sign: the digest itself. */
export async function permissionOptions(deps: PermissionDeps, id: string, identityId: string) {
  const grant = await findGrant(deps.db, id, { identityId });
  if (!grant) throw refuse('no_such_permission');
  return deps.passkeys.options(identityId, Buffer.from(grant.digest.slice(2), 'hex'));
}

/** `revoke(bytes32)` of the contract. */
const revokeSelector = '0xb75c7dc6';

export function showContent({ domain, permission }: ReadPermission) {
  return {
    chainId: domain.chainId,
    account: domain.account,
    verifier: permission.verifier,
    publicKey: uncompressedKey(permission.keyX, permission.keyY),
    calls: permission.calls.map(describeScope),
    spend: permission.spend.map(({ token, limit, period }) => ({
      token: token ?? 'native',
      limit: String(limit),
      period,
    })),
    start: permission.start,
    expiry: permission.expiry,
    salt: permission.salt,
  };
}

async function showPermissions(deps: ShowDeps, grants: readonly Grant[]): Promise<PermissionItem[]> {
  const usages = await readUsage(
    deps.db,
    grants.map(({ id }) => id),
  );
  const faces = new Map<string, AppFace | null>();
  for (const clientId of new Set(grants.flatMap((grant) => grant.clientId ?? [])))
    faces.set(clientId, await deps.apps.find(deps.db, clientId));
  return grants.map((grant) => ({
    id: grant.id,
    status: statusAt(grant, deps.clock.nowMillis()),
    digest: grant.digest,
    ...showContent(grant),
    clientId: grant.clientId,
    app: grant.clientId === null ? null : (faces.get(grant.clientId) ?? null),
    summary: describePermission(grant.domain, grant.permission),
    remaining: showRemaining(grant.permission.spend, usages.get(grant.id), deps.clock.nowSeconds()),
    createdAt: grant.createdAt.toISOString(),
    approveBy: grant.approveBy.toISOString(),
    approvedAt: grant.approvedAt?.toISOString() ?? null,
    endedAt: grant.endedAt?.toISOString() ?? null,
    endReason: grant.endReason,
  }));
}

export async function showPermission(deps: ShowDeps, grant: Grant): Promise<PermissionDetail> {
  const [item] = await showPermissions(deps, [grant]);
  const { proof } = grant;
  return {
    ...item!,
    typedData: permissionTypedData(grant.domain, grant.permission),
    ownerProof: proof && {
      authenticatorData: hexOf(proof.authenticatorData),
      clientDataTail: hexOf(proof.clientDataTail),
      r: hexOf(proof.signature.subarray(0, 32)),
      s: hexOf(proof.signature.subarray(32)),
    },
    revokeCall: { to: grant.permission.verifier, data: `${revokeSelector}${grant.digest.slice(2)}` },
  };
}
