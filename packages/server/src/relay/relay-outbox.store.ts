import type { Address } from '@pid/protocol';
import type { Tx } from '../platform/db/index.ts';
import type { Operation, OperationKind, Pool, Rent } from './operation.ts';

export interface NewOperation {
  readonly id: string;
  readonly identityId: string;
  readonly kind: OperationKind;
  readonly account: Address;
  readonly accountNonce: bigint;
  readonly signature: string;
  readonly wire: Uint8Array;
  readonly lastValidBlockHeight: bigint;
  readonly blockhashSlot: bigint;
  readonly requestHash: Buffer;
  readonly idempotencyKey: string | null;
  readonly networkFeeLamports: bigint;
  readonly protocolFeeLamports: bigint;
  readonly sponsoredLamports: bigint;
  readonly rent: Rent | null;
  readonly reimbursed: boolean;
  readonly pool: Pool;
  readonly sponsorApp: string | null;
  readonly details: Record<string, unknown>;
  readonly now: Date;
  readonly nextAttemptAt: Date;
}

/**
 * Null when another operation holds the nonce or the idempotency key: the unique indexes decide between
 * concurrent inserts, and the second waits for the commit of the first. Must come first in its transaction,
 * so that it waits without holding locks.
 */
export async function insertOperation(tx: Tx, operation: NewOperation): Promise<Operation | null> {
  const columns: Record<string, unknown> = {
    id: operation.id,
    identity_id: operation.identityId,
    kind: operation.kind,
    account_address: operation.account,
    account_nonce: operation.accountNonce,
    signature: operation.signature,
    wire: Buffer.from(operation.wire),
    last_valid_block_height: operation.lastValidBlockHeight,
    blockhash_slot: operation.blockhashSlot,
    request_hash: operation.requestHash,
    idempotency_key: operation.idempotencyKey,
    network_fee_lamports: operation.networkFeeLamports,
    protocol_fee_lamports: operation.protocolFeeLamports,
    sponsored_lamports: operation.sponsoredLamports,
    rent_account: operation.rent?.account ?? null,
    rent_lamports: operation.rent?.lamports ?? 0n,
    reimbursed: operation.reimbursed,
    pool: operation.pool,
    sponsor_app: operation.sponsorApp,
    details: operation.details,
    created_at: operation.now,
    next_attempt_at: operation.nextAttemptAt,
    sends: 1,
  };
  const { rows } = await tx.query<{ position: bigint }>({
    name: 'relay-insert',
    text: `insert into relay_operations (${Object.keys(columns).join(', ')})
     values (${Object.keys(columns)
       .map((_, index) => `$${index + 1}`)
       .join(', ')}) on conflict do nothing returning position`,
    values: Object.values(columns),
  });
  return rows[0] ? operationOf(operation, rows[0].position) : null;
}

function operationOf({ now, wire, ...operation }: NewOperation, position: bigint): Operation {
  const { idempotencyKey: _key, nextAttemptAt: _at, rent, ...kept } = operation;
  return {
    ...kept,
    rentLamports: rent?.lamports ?? 0n,
    position,
    state: 'prepared',
    wire: Buffer.from(wire),
    error: null,
    sends: 1,
    createdAt: now,
    confirmedAt: null,
    seekSince: null,
    seekBefore: null,
  };
}
