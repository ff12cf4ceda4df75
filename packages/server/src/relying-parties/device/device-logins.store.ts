import type { Queryable, Tx } from '../../platform/db/index.ts';
import { isActive } from '../app-status.store.ts';
import type { SpentCode } from '../codes.store.ts';

export interface NewDeviceLogin {
  readonly deviceHash: Buffer;
  readonly userHash: Buffer;
  readonly clientId: string;
  readonly scope: string;
  readonly network: string;
  readonly intervalSeconds: number;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Returns false if another device currently shows the same code. */
export async function insertDeviceLogin(db: Queryable, login: NewDeviceLogin): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into device_logins (device_hash, user_hash, client_id, scope, network, interval_seconds, requested_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (user_hash) do nothing`,
    [
      login.deviceHash,
      login.userHash,
      login.clientId,
      login.scope,
      login.network,
      login.intervalSeconds,
      login.now,
      login.expiresAt,
    ],
  );
  return rowCount === 1;
}

export interface PendingDevice {
  readonly client_id: string;
  readonly scope: string;
  readonly network: string;
  readonly requested_at: Date;
  readonly expires_at: Date;
}

/** Finds an undecided login by the code that the player typed. */
export async function findPendingDevice(
  db: Queryable,
  userHash: Buffer,
  now: Date,
): Promise<PendingDevice | null> {
  const { rows } = await db.query<PendingDevice>(
    `select d.client_id, d.scope, d.network, d.requested_at, d.expires_at from device_logins d
     join apps a on a.client_id = d.client_id and a.device_flow and ${isActive}
     where d.user_hash = $1 and d.decision is null and d.expires_at > $2`,
    [userHash, now],
  );
  return rows[0] ?? null;
}

/**
 * Records a decision once: of a player's two taps, or of two players with the same code, only the first
 * counts. Returns false if there is nothing to decide.
 */
export async function storeDeviceDecision(
  tx: Tx,
  decision: {
    userHash: Buffer;
    identityId: string;
    /** Null means denied. */
    allowed: { grantId: string; authenticatedAt: Date } | null;
    now: Date;
  },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update device_logins d set decision = $3, identity_id = i.id, bearer_epoch = i.bearer_epoch, grant_id = $4, authenticated_at = $5
     from identity_facts i
     where d.user_hash = $1 and i.id = $2 and i.status = 'active' and d.decision is null and d.expires_at > $6
       and exists (select from apps a where a.client_id = d.client_id and a.device_flow and ${isActive})`,
    [
      decision.userHash,
      decision.identityId,
      decision.allowed ? 'allowed' : 'denied',
      decision.allowed?.grantId ?? null,
      decision.allowed?.authenticatedAt ?? null,
      decision.now,
    ],
  );
  return rowCount === 1;
}

export interface Poll {
  readonly decision: 'allowed' | 'denied' | null;
  /** The player who has decided. */
  readonly identity_id: string | null;
  readonly expires_at: Date;
  readonly spent_at: Date | null;
  readonly is_too_soon: boolean;
  readonly is_open: boolean;
}

/**
 * Records a poll. A poll that comes too early lengthens the interval. Returns null if this client has no such
 * code.
 */
export async function pollDevice(
  tx: Tx,
  poll: { deviceHash: Buffer; clientId: string; now: Date },
): Promise<Poll | null> {
  const { rows } = await tx.query<Poll>(
    `update device_logins d set polled_at = $3, interval_seconds = d.interval_seconds + case when before.is_too_soon then 5 else 0 end
     from (select device_hash, coalesce(polled_at + make_interval(secs => interval_seconds - 1) > $3, false) as is_too_soon
           from device_logins where device_hash = $1 and client_id = $2 for update) before
     where d.device_hash = before.device_hash
     returning d.decision, d.identity_id, d.expires_at, d.spent_at, before.is_too_soon,
       exists (select from apps a where a.client_id = d.client_id and a.device_flow and ${isActive}) as is_open`,
    [poll.deviceHash, poll.clientId, poll.now],
  );
  return rows[0] ?? null;
}

/**
 * Consumes an allowed login with all conditions in one statement: of any number of concurrent polls exactly
 * one gets it.
 */
export async function spendDevice(
  tx: Tx,
  spend: { deviceHash: Buffer; clientId: string; now: Date },
): Promise<SpentCode | null> {
  const { rows } = await tx.query<SpentCode>(
    `update device_logins d set spent_at = $3 from identity_facts i
     where d.device_hash = $1 and d.client_id = $2 and d.decision = 'allowed' and d.spent_at is null and d.expires_at > $3
       and i.id = d.identity_id and i.status = 'active' and i.bearer_epoch = d.bearer_epoch
       and exists (select from app_grants g where g.id = d.grant_id and g.ended_at is null)
       and exists (select from apps a where a.client_id = d.client_id and a.device_flow and ${isActive})
     returning d.grant_id, d.identity_id, d.bearer_epoch, i.handle, d.scope, null as nonce, d.authenticated_at`,
    [spend.deviceHash, spend.clientId, spend.now],
  );
  return rows[0] ?? null;
}

/** Undoes `spendDevice`. Only its caller may call this: nobody else gets a login that is spent. */
export async function unspendDevice(db: Queryable, deviceHash: Buffer): Promise<void> {
  await db.query('update device_logins set spent_at = null where device_hash = $1', [deviceHash]);
}

export async function deleteDeviceLoginsOf(tx: Tx, identityId: string): Promise<void> {
  await tx.query('delete from device_logins where identity_id = $1', [identityId]);
}

export async function sweepDeviceLogins(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from device_logins where expires_at < $1', [before]);
  await db.query('delete from device_guesses where began_at < $1', [before]);
}
