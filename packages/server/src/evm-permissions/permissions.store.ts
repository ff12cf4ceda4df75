import {
  evmAddressBytes,
  evmAddressFromBytes,
  hexOf,
  toEvmAddress,
  type EvmAddress,
  type Hex,
  type Period,
  type Permission,
  type PermissionDomain,
} from '@pid/protocol/evm';
import type { Queryable, Tx } from '../platform/db/index.ts';
import type { IdentityStatus } from '../platform/http/index.ts';

export type PermissionStatus = 'pending' | 'active' | 'expired' | 'revoked';

/** The owner's assertion, in the parts that the contract takes. */
export interface OwnerProof {
  readonly authenticatorData: Uint8Array;
  readonly clientDataTail: Uint8Array;
  /** r ‖ s with the low s. */
  readonly signature: Uint8Array;
}

export interface PermissionRecord {
  readonly id: string;
  readonly identityId: string;
  readonly identityStatus: IdentityStatus;
  readonly clientId: string | null;
  /** As stored. The permission may have expired since; see `statusAt`. */
  readonly storedStatus: PermissionStatus;
  readonly digest: Hex;
  readonly domain: PermissionDomain;
  readonly permission: Permission;
  /** Whether a node of the chain confirmed both contracts when the permission was created. */
  readonly contractsSeen: boolean;
  readonly redirectUri: string | null;
  readonly state: string | null;
  readonly createdAt: Date;
  readonly approveBy: Date;
  readonly approvedAt: Date | null;
  readonly proof: OwnerProof | null;
  readonly endedAt: Date | null;
  readonly endReason: string | null;
}

/** A database row, with the parts of domain, permission and proof as flat columns. */
interface PermissionRow
  extends Omit<PermissionRecord, 'digest' | 'domain' | 'permission' | 'proof'>, NullableParts<OwnerProof> {
  readonly digest: Buffer;
  readonly chainId: bigint;
  readonly account: Buffer;
  readonly verifier: Buffer;
  readonly keyX: Buffer;
  readonly keyY: Buffer;
  readonly calls: { to: string; selector: Hex }[];
  readonly spend: { token: string | null; limit: string; period: Period }[];
  readonly startsAt: bigint;
  readonly expiresAt: bigint;
  readonly salt: Buffer;
}

type NullableParts<T> = { readonly [Name in keyof T]: T[Name] | null };

/** The caller. An app sees a permission only after its owner has approved it. */
export type Viewer = { readonly identityId: string } | { readonly clientId: string };

const selectRecord = `select p.id, p.identity_id as "identityId", i.status as "identityStatus", p.client_id as "clientId", p.status as "storedStatus",
    p.digest, p.chain_id as "chainId", p.account, p.verifier, p.key_x as "keyX", p.key_y as "keyY", p.calls, p.spend, p.starts_at as "startsAt",
    p.expires_at as "expiresAt", p.salt, p.contracts_seen as "contractsSeen", p.redirect_uri as "redirectUri", p.state, p.created_at as "createdAt", p.approve_by as "approveBy",
    p.approved_at as "approvedAt", p.authenticator_data as "authenticatorData", p.client_data_tail as "clientDataTail", p.signature,
    p.ended_at as "endedAt", p.end_reason as "endReason"
  from evm_permissions p join identity_facts i on i.id = p.identity_id`;

function toRecord(row: PermissionRow): PermissionRecord {
  const { chainId, account, verifier, keyX, keyY, calls, spend, startsAt, expiresAt, salt, ...rest } = row;
  const { authenticatorData, clientDataTail, signature, ...record } = rest;
  return {
    ...record,
    digest: hexOf(row.digest),
    domain: { chainId: Number(chainId), account: evmAddressFromBytes(account) },
    permission: {
      verifier: evmAddressFromBytes(verifier),
      keyX: hexOf(keyX),
      keyY: hexOf(keyY),
      calls: calls.map(({ to, selector }) => ({ to: toEvmAddress(to), selector })),
      spend: spend.map(({ token, limit, period }) => ({
        token: token === null ? null : toEvmAddress(token),
        limit: BigInt(limit),
        period,
      })),
      start: Number(startsAt),
      expiry: Number(expiresAt),
      salt: hexOf(salt),
    },
    proof:
      authenticatorData && clientDataTail && signature
        ? { authenticatorData, clientDataTail, signature }
        : null,
  };
}

export interface NewRecord {
  readonly id: string;
  readonly identityId: string;
  readonly clientId: string | null;
  readonly digest: Uint8Array;
  readonly domain: PermissionDomain;
  readonly permission: Permission;
  readonly contractsSeen: boolean;
  readonly redirectUri: string | null;
  readonly state: string | null;
  readonly now: Date;
  readonly approveBy: Date;
}

/**
 * Returns false if the digest was used before. The unique index lets only one of several concurrent inserts
 * succeed.
 */
export async function insertRecord(tx: Tx, record: NewRecord): Promise<boolean> {
  const { domain, permission } = record;
  const spend = permission.spend.map((entry) => ({ ...entry, limit: String(entry.limit) }));
  const { rowCount } = await tx.query(
    `insert into evm_permissions (id, identity_id, client_id, status, digest, chain_id, account, verifier, key_x, key_y, calls, spend, starts_at, expires_at, salt, redirect_uri, state, created_at, approve_by, contracts_seen)
     values ($1, $2, $3, 'pending', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) on conflict (digest) do nothing`,
    [
      record.id,
      record.identityId,
      record.clientId,
      Buffer.from(record.digest),
      domain.chainId,
      bytesOf(domain.account),
      bytesOf(permission.verifier),
      fromHex(permission.keyX),
      fromHex(permission.keyY),
      JSON.stringify(permission.calls),
      JSON.stringify(spend),
      permission.start,
      permission.expiry,
      fromHex(permission.salt),
      record.redirectUri,
      record.state,
      record.now,
      record.approveBy,
      record.contractsSeen,
    ],
  );
  return rowCount === 1;
}

/**
 * Updates a pending permission when the same request is repeated. Only the return address and the state may
 * differ.
 */
export async function redirectRecord(
  tx: Tx,
  id: string,
  redirectUri: string | null,
  state: string | null,
): Promise<void> {
  await tx.query(
    "update evm_permissions set redirect_uri = $2, state = $3 where id = $1 and status = 'pending'",
    [id, redirectUri, state],
  );
}

export const findRecordByDigest = (db: Queryable, digest: Uint8Array) =>
  selectOne(db, 'p.digest = $1', [Buffer.from(digest)]);

export const findRecord = (db: Queryable, id: string, viewer: Viewer) =>
  selectOne(db, `p.id = $1 and ${seenBy(viewer)}`, [id, idOf(viewer)]);

/**
 * Locks the permission for share until the transaction ends: several transactions can hold it, but none can
 * end it in the meantime.
 */
export const holdRecord = (tx: Tx, id: string, viewer: Viewer) =>
  selectOne(tx, `p.id = $1 and ${seenBy(viewer)} for share of p`, [id, idOf(viewer)]);

async function selectOne(db: Queryable, where: string, values: unknown[]): Promise<PermissionRecord | null> {
  const { rows } = await db.query<PermissionRow>(`${selectRecord} where ${where}`, values);
  return rows[0] ? toRecord(rows[0]) : null;
}

export async function listRecords(
  db: Queryable,
  viewer: Viewer,
  before: { createdAt: string; id: string } | null,
  limit: number,
): Promise<PermissionRecord[]> {
  const { rows } = await db.query<PermissionRow>(
    `${selectRecord} where ($1::timestamptz is null or (p.created_at, p.id) < ($1, $3::uuid)) and ${seenBy(viewer)}
     order by p.created_at desc, p.id desc limit $4`,
    [before?.createdAt ?? null, idOf(viewer), before?.id ?? null, limit],
  );
  return rows.map(toRecord);
}

export async function countLiving(tx: Tx, identityId: string, now: Date): Promise<number> {
  const { rows } = await tx.query<{ count: bigint }>(
    `select count(*) from evm_permissions where identity_id = $1 and expires_at > extract(epoch from $2::timestamptz)
       and (status = 'active' or (status = 'pending' and approve_by > $2))`,
    [identityId, now],
  );
  return Number(rows[0]!.count);
}

/** Activates a pending permission in one conditional statement. Returns false if it is no longer pending. */
export async function activateRecord(tx: Tx, id: string, proof: OwnerProof, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update evm_permissions set status = 'active', approved_at = $2, authenticator_data = $3, client_data_tail = $4, signature = $5
     where id = $1 and status = 'pending' and approve_by > $2 and expires_at > extract(epoch from $2::timestamptz)`,
    [
      id,
      now,
      Buffer.from(proof.authenticatorData),
      Buffer.from(proof.clientDataTail),
      Buffer.from(proof.signature),
    ],
  );
  return rowCount === 1;
}

/** Revokes a pending or active permission. Returns false if it has already ended. */
export async function endRecord(tx: Tx, id: string, reason: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update evm_permissions set status = 'revoked', ended_at = $2, end_reason = $3
     where id = $1 and (status = 'active' or (status = 'pending' and approve_by > $2)) and expires_at > extract(epoch from $2::timestamptz)`,
    [id, now, reason],
  );
  return rowCount === 1;
}

/** Revokes all pending and active permissions of an identity, of an app, or of an identity for one app. */
export async function endRecordsOf(
  tx: Tx,
  scope:
    | { readonly identityId: string; readonly clientId?: string }
    | { readonly identityId?: undefined; readonly clientId: string },
  reason: string,
  now: Date,
): Promise<number> {
  const { rowCount } = await tx.query(
    `update evm_permissions set status = 'revoked', ended_at = $3, end_reason = $4
     where ($1::uuid is null or identity_id = $1) and ($2::text is null or client_id = $2) and status in ('pending', 'active')`,
    [scope.identityId ?? null, scope.clientId ?? null, now, reason],
  );
  return rowCount ?? 0;
}

/**
 * Erases the details about the player or their device. The row stays, because its digest must not be used
 * again.
 */
export async function eraseRecordDetails(tx: Tx, identityId: string): Promise<void> {
  await tx.query(
    'update evm_permissions set authenticator_data = null, client_data_tail = null, signature = null, redirect_uri = null, state = null where identity_id = $1',
    [identityId],
  );
}

/** Stores the status `expired`, so that a clock that is set back cannot revive a permission. */
export async function expireRecords(db: Queryable, now: Date): Promise<void> {
  await db.query(
    `update evm_permissions set status = 'expired', end_reason = case when status = 'pending' then 'never approved' else 'expired' end,
       ended_at = least(to_timestamp(expires_at), case when status = 'pending' then approve_by end)
     where status in ('pending', 'active') and (expires_at <= extract(epoch from $1::timestamptz) or (status = 'pending' and approve_by <= $1))`,
    [now],
  );
}

function seenBy(viewer: Viewer): string {
  return 'identityId' in viewer ? 'p.identity_id = $2' : 'p.client_id = $2 and p.approved_at is not null';
}

function idOf(viewer: Viewer): string {
  return 'identityId' in viewer ? viewer.identityId : viewer.clientId;
}

function bytesOf(address: EvmAddress): Buffer {
  return Buffer.from(evmAddressBytes(address));
}

function fromHex(value: Hex): Buffer {
  return Buffer.from(value.slice(2), 'hex');
}
