import type { Address } from '@pid/protocol';
import type { Queryable, Tx } from '../platform/db/index.ts';
import type { Operation, OperationKind, OperationState, Pool, RelayRequest } from './operation.ts';

export interface OperationRow {
  id: string;
  position: bigint;
  identity_id: string;
  kind: OperationKind;
  account_address: Address;
  account_nonce: bigint;
  state: OperationState;
  signature: string;
  wire: Buffer;
  last_valid_block_height: bigint;
  blockhash_slot: bigint | null;
  request_hash: Buffer;
  network_fee_lamports: bigint;
  protocol_fee_lamports: bigint;
  sponsored_lamports: bigint;
  rent_lamports: bigint;
  reimbursed: boolean;
  pool: Pool;
  sponsor_app: string | null;
  details: Record<string, unknown>;
  error: string | null;
  sends: number;
  created_at: Date;
  confirmed_at: Date | null;
  seek_since: Date | null;
  seek_before: string | null;
}

export function toOperation(row: OperationRow): Operation {
  return {
    id: row.id,
    position: row.position,
    identityId: row.identity_id,
    kind: row.kind,
    account: row.account_address,
    accountNonce: row.account_nonce,
    state: row.state,
    signature: row.signature,
    wire: row.wire,
    lastValidBlockHeight: row.last_valid_block_height,
    blockhashSlot: row.blockhash_slot,
    requestHash: row.request_hash,
    networkFeeLamports: row.network_fee_lamports,
    protocolFeeLamports: row.protocol_fee_lamports,
    sponsoredLamports: row.sponsored_lamports,
    rentLamports: row.rent_lamports,
    reimbursed: row.reimbursed,
    pool: row.pool,
    sponsorApp: row.sponsor_app,
    details: row.details,
    error: row.error,
    sends: row.sends,
    createdAt: row.created_at,
    confirmedAt: row.confirmed_at,
    seekSince: row.seek_since,
    seekBefore: row.seek_before,
  };
}

/**
 * Earlier operations of the identity with the same request hash, or with the same key whatever the request.
 * Newest first, and open or landed ones before those without effect.
 */
export async function listRepeats(
  db: Queryable,
  { identityId, requestHash, idempotencyKey }: Omit<RelayRequest, 'kind'>,
): Promise<(Operation & { readonly byKey: boolean })[]> {
  // mutant (relay/relay.test): desc limit 20 => desc limit 0
  const { rows } = await db.query<OperationRow & { by_key: boolean }>({
    name: 'relay-find-repeats',
    text: `select *, coalesce(idempotency_key = $3, false) as by_key from relay_operations
     where identity_id = $1 and (request_hash = $2 or idempotency_key = $3)
     order by state in ('prepared', 'confirmed', 'finalized') desc, position desc limit 20`,
    values: [identityId, requestHash, idempotencyKey?.key ?? null],
  });
  return rows.map((row) => ({ ...toOperation(row), byKey: row.by_key }));
}

export async function findOperation(
  db: Queryable,
  identityId: string,
  id: string,
): Promise<Operation | null> {
  const { rows } = await db.query<OperationRow>(
    'select * from relay_operations where id = $1 and identity_id = $2',
    [id, identityId],
  );
  return rows[0] ? toOperation(rows[0]) : null;
}

/** Newest first, below `beforePosition`. */
export async function listRelayOperations(
  db: Queryable,
  identityId: string,
  beforePosition: string | null,
  limit: number,
): Promise<Operation[]> {
  const { rows } = await db.query<OperationRow>(
    `select * from relay_operations where identity_id = $1 and ($2::bigint is null or position < $2) order by position desc limit $3`,
    [identityId, beforePosition, limit],
  );
  return rows.map(toOperation);
}

/** Mints of tokens, and `SOL`, that the owner ever withdrew. */
export async function listSentAssets(db: Queryable, identityId: string): Promise<string[]> {
  const { rows } = await db.query<{ asset: string }>({
    name: 'relay-list-sent-assets',
    text: `select distinct details ->> 'asset' as asset from relay_operations
     where identity_id = $1 and kind = 'withdraw' and state in ('confirmed', 'finalized')`,
    values: [identityId],
  });
  return rows.map(({ asset }) => asset);
}

export async function listOpenOperations(db: Queryable, identityId: string): Promise<Operation[]> {
  const { rows } = await db.query<OperationRow>(
    `select * from relay_operations where identity_id = $1 and state in ('prepared', 'confirmed') order by position`,
    [identityId],
  );
  return rows.map(toOperation);
}

export async function listOperationsById(db: Queryable, ids: readonly string[]): Promise<Operation[]> {
  const { rows } = await db.query<OperationRow>({
    name: 'relay-read-states',
    text: 'select * from relay_operations where id = any($1)',
    values: [ids],
  });
  return rows.map(toOperation);
}

/**
 * Returns the operations that changed: the caller that changes a state carries out its effects in the same
 * transaction.
 */
export async function changeState(
  db: Queryable,
  operations: readonly Operation[],
  input: {
    from: readonly OperationState[];
    to: OperationState;
    now: Date;
    error?: string | undefined;
    nextAttemptAt?: Date;
  },
): Promise<Operation[]> {
  const { rows } = await db.query<Pick<OperationRow, 'id' | 'error' | 'confirmed_at'>>({
    name: 'relay-change-state',
    text: `update relay_operations set state = $3, error = coalesce($5, error),
       confirmed_at = case when $3 in ('confirmed', 'finalized') then coalesce(confirmed_at, $4) when $3 = 'prepared' then null else confirmed_at end,
       settled_at = case when $3 in ('finalized', 'failed', 'expired', 'superseded') then $4 end,
       next_attempt_at = coalesce($6, next_attempt_at)
     where id = any($1) and state = any($2) returning id, error, confirmed_at`,
    values: [
      operations.map(({ id }) => id),
      input.from,
      input.to,
      input.now,
      input.error ?? null,
      input.nextAttemptAt ?? null,
    ],
  });
  // Besides the state, only the time of the next attempt ever changes.
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return rows.map((row) => ({
    ...byId.get(row.id)!,
    state: input.to,
    error: row.error,
    confirmedAt: row.confirmed_at,
  }));
}

/** Votes of one guardian for an account since then, except those that could never land. */
export async function countVotes(
  db: Queryable,
  input: { readonly account: Address; readonly guardianKey: string; readonly since: Date },
): Promise<number> {
  const { rows } = await db.query<{ count: bigint }>(
    `select count(*) as count from relay_operations
     where account_address = $1 and kind = 'vote_recovery' and details ->> 'guardianKey' = $2 and created_at > $3
       and state not in ('expired', 'superseded')`,
    [input.account, input.guardianKey, input.since],
  );
  return Number(rows[0]?.count ?? 0n);
}

/**
 * Operations of an identity in one pool since then, including open ones. The caller has locked the row of the
 * identity, so that concurrent ones are counted.
 */
export async function countInPool(
  tx: Tx,
  input: { readonly pool: Pool; readonly identityId: string; readonly since: Date },
): Promise<number> {
  const { rows } = await tx.query<{ count: bigint }>(
    `select count(*) as count from relay_operations
     where identity_id = $1 and pool = $2 and created_at >= $3 and state <> 'expired'`,
    [input.identityId, input.pool, input.since],
  );
  return Number(rows[0]?.count ?? 0n);
}

export async function countOpen(db: Queryable): Promise<{ open: number; oldestAt: Date | null }> {
  const { rows } = await db.query<{ open: bigint; oldest_at: Date | null }>(
    `select count(*) as open, min(created_at) as oldest_at from relay_operations where state = 'prepared'`,
  );
  return { open: Number(rows[0]?.open ?? 0n), oldestAt: rows[0]?.oldest_at ?? null };
}

/**
 * Whether anything was ever relayed; then this database is bound to its chain. The lock prevents new
 * operations until the transaction of the caller ends.
 */
export async function holdOperations(tx: Tx): Promise<boolean> {
  await tx.query('lock table relay_operations in share mode');
  return (await tx.query('select from relay_operations limit 1')).rowCount !== 0;
}
