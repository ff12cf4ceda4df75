import type { Address } from '@pid/protocol';
import type { Queryable, Tx } from '../platform/db/index.ts';

export interface SessionGrant {
  readonly sessionAddress: Address;
  readonly identityId: string;
  readonly position: bigint;
  readonly vault: Address;
  readonly sessionPubkey: Address;
  readonly allowedProgram: Address;
  readonly expiresAt: bigint;
  readonly signature: string;
}

interface Row {
  session_address: Address;
  identity_id: string;
  position: bigint;
  vault: Address;
  session_pubkey: Address;
  allowed_program: Address;
  expires_at: bigint;
  signature: string;
}

const columns =
  'session_address, identity_id, position, vault, session_pubkey, allowed_program, expires_at, signature';

function toGrant(row: Row): SessionGrant {
  return {
    sessionAddress: row.session_address,
    identityId: row.identity_id,
    position: row.position,
    vault: row.vault,
    sessionPubkey: row.session_pubkey,
    allowedProgram: row.allowed_program,
    expiresAt: row.expires_at,
    signature: row.signature,
  };
}

/** A session key that registers again replaces its ended session, as on the chain. */
export async function putGrant(
  tx: Tx,
  grant: Omit<SessionGrant, 'position'> & { now: Date; clientId: string | null },
): Promise<void> {
  await tx.query(
    `insert into session_grants (session_address, identity_id, vault, session_pubkey, allowed_program, expires_at, signature, registered_at, client_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (session_address) do update set allowed_program = excluded.allowed_program, expires_at = excluded.expires_at,
       signature = excluded.signature, registered_at = excluded.registered_at, client_id = excluded.client_id, close_tried_at = null, closed_at = null`,
    [
      grant.sessionAddress,
      grant.identityId,
      grant.vault,
      grant.sessionPubkey,
      grant.allowedProgram,
      grant.expiresAt,
      grant.signature,
      grant.now,
      grant.clientId,
    ],
  );
}

/** Deletes the grant only if the transaction with this signature stored it. */
export async function removeGrant(tx: Tx, sessionAddress: string, signature: string): Promise<void> {
  await tx.query('delete from session_grants where session_address = $1 and signature = $2', [
    sessionAddress,
    signature,
  ]);
}

export async function findGrant(db: Queryable, sessionAddress: string): Promise<SessionGrant | null> {
  const { rows } = await db.query<Row>({
    name: 'find-session-grant',
    text: `select ${columns} from session_grants where session_address = $1`,
    values: [sessionAddress],
  });
  return rows[0] ? toGrant(rows[0]) : null;
}

/** Finds a grant and the handle and status of its owner. Deleted identities are left out. */
export async function findPlayer(
  db: Queryable,
  sessionAddress: string,
): Promise<{ grant: SessionGrant; handle: string; status: string } | null> {
  const { rows } = await db.query<Row & { handle: string; status: string }>({
    name: 'find-session-player',
    text: `select ${columns
      .split(', ')
      .map((column) => `g.${column}`)
      .join(', ')}, i.handle, i.status
           from session_grants g join identity_facts i on i.id = g.identity_id where g.session_address = $1 and i.status <> 'deleted'`,
    values: [sessionAddress],
  });
  return rows[0] ? { grant: toGrant(rows[0]), handle: rows[0].handle, status: rows[0].status } : null;
}

/** Newest first, before position `before`. `game`: the name of the game; null if it has none. */
export async function listGrants(
  db: Queryable,
  identityId: string,
  before: string | null,
  limit: number,
): Promise<(SessionGrant & { readonly game: string | null })[]> {
  const { rows } = await db.query<Row & { game: string | null }>(
    `select ${columns}, (select game from session_game_facts f where f.session_address = session_grants.session_address) as game
     from session_grants where identity_id = $1 and ($2::bigint is null or position < $2) order by position desc limit $3`,
    [identityId, before, limit],
  );
  return rows.map((row) => ({ ...toGrant(row), game: row.game }));
}

/**
 * Keeps sessions that are still open on the chain until their rent is returned. Only the closing job reads
 * them.
 */
export async function eraseGrants(tx: Tx, identityId: string): Promise<void> {
  await tx.query('delete from session_grants where identity_id = $1 and closed_at is not null', [identityId]);
}
