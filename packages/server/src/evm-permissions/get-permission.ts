import type { Input, PermissionDetail, PermissionItem } from '@pid/contract';
import { hexOf, permissionTypedData } from '@pid/protocol/evm';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { cursorForms, decodeCursor, pageOf } from '../platform/http/index.ts';
import { describePermission, describeScope } from './describe-permission.ts';
import type { PermissionDeps } from './permission-deps.ts';
import { statusAt } from './permission-status.ts';
import { findRecord, listRecords, type PermissionRecord, type Viewer } from './permissions.store.ts';
import type { AppFace, PermissionApps } from './ports.ts';
import { uncompressedKey } from './read-public-key.ts';
import type { ReadPermission } from './read-permission.ts';
import { describeRemaining } from './remaining-limits.ts';
import { listUsage } from './spending.store.ts';

export interface ShowDeps {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly apps: PermissionApps;
}

export async function getPermission(deps: ShowDeps, id: string, viewer: Viewer): Promise<PermissionDetail> {
  const record = await findRecord(deps.db, id, viewer);
  if (!record) throw refuse('no_such_permission');
  return getPermissionDetail(deps, record);
}

export async function listPermissions(deps: ShowDeps, viewer: Viewer, query: Input<'listPermissions'>) {
  const limit = query.limit ?? 50;
  const cursor = decodeCursor(query.cursor, [cursorForms.dateTime, cursorForms.uuid]);
  const before = cursor ? { createdAt: cursor[0]!, id: cursor[1]! } : null;
  const { items, nextCursor } = pageOf(
    await listRecords(deps.db, viewer, before, limit + 1),
    limit,
    ({ createdAt, id }) => [createdAt.toISOString(), id],
  );
  return { items: await listPermissionItems(deps, items), nextCursor };
}

/** WebAuthn options for the owner. The challenge is the digest itself. */
export async function permissionOptions(deps: PermissionDeps, id: string, identityId: string) {
  const record = await findRecord(deps.db, id, { identityId });
  if (!record) throw refuse('no_such_permission');
  return deps.passkeys.options(identityId, Buffer.from(record.digest.slice(2), 'hex'));
}

/** Selector of the contract's `revoke(bytes32)`. */
const revokeSelector = '0xb75c7dc6';

export function describeContent({ domain, permission }: ReadPermission) {
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

async function listPermissionItems(
  deps: ShowDeps,
  records: readonly PermissionRecord[],
): Promise<PermissionItem[]> {
  const usages = await listUsage(
    deps.db,
    records.map(({ id }) => id),
  );
  const faces = new Map<string, AppFace | null>();
  for (const clientId of new Set(records.flatMap((record) => record.clientId ?? [])))
    faces.set(clientId, await deps.apps.find(deps.db, clientId));
  return records.map((record) => ({
    id: record.id,
    status: statusAt(record, deps.clock.nowMillis()),
    digest: record.digest,
    ...describeContent(record),
    clientId: record.clientId,
    app: record.clientId === null ? null : (faces.get(record.clientId) ?? null),
    summary: describePermission(record.domain, record.permission, record.contractsSeen),
    remaining: describeRemaining(record.permission.spend, usages.get(record.id), deps.clock.nowSeconds()),
    createdAt: record.createdAt.toISOString(),
    approveBy: record.approveBy.toISOString(),
    approvedAt: record.approvedAt?.toISOString() ?? null,
    endedAt: record.endedAt?.toISOString() ?? null,
    endReason: record.endReason,
  }));
}

export async function getPermissionDetail(
  deps: ShowDeps,
  record: PermissionRecord,
): Promise<PermissionDetail> {
  const [item] = await listPermissionItems(deps, [record]);
  const { proof } = record;
  return {
    ...item!,
    typedData: permissionTypedData(record.domain, record.permission),
    ownerProof: proof && {
      authenticatorData: hexOf(proof.authenticatorData),
      clientDataTail: hexOf(proof.clientDataTail),
      r: hexOf(proof.signature.subarray(0, 32)),
      s: hexOf(proof.signature.subarray(32)),
    },
    revokeCall: { to: record.permission.verifier, data: `${revokeSelector}${record.digest.slice(2)}` },
  };
}
