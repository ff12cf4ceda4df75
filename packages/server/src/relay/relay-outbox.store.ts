import type { Address } from '@pid/protocol';
import { binder, composeSteps, sqlState, type Database, type Step } from '../platform/db/index.ts';
import { sha256 } from '../platform/hash.ts';
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
  readonly details: Record<string, unknown>;
  readonly now: Date;
  readonly nextAttemptAt: Date;
}

/** Reserves sponsored lamports of a day for a holder; no row when the cap would be passed. */
export interface Reservation {
  readonly day: string;
  readonly pool: Pool;
  readonly holder: string;
  readonly lamports: bigint;
  readonly capLamports: bigint;
}

export function reservationStep(
  name: string,
  { day, pool, holder, lamports, capLamports }: Reservation,
  refusal: Step['refusal'],
): Step {
  return {
    name,
    refusal,
    sql(bind, after) {
      const [amount, cap] = [`${bind(lamports)}::bigint`, `${bind(capLamports)}::bigint`];
      return `insert into relay_spending (day, pool, holder, lamports)
        select ${bind(day)}::date, ${bind(pool)}::text, ${bind(holder)}::text, ${amount} from ${after} where ${amount} <= ${cap}
        on conflict (day, pool, holder) do update set lamports = relay_spending.lamports + excluded.lamports
          where relay_spending.lamports + excluded.lamports <= ${cap}
        returning day`;
    },
  };
}

const refusedState = 'PR001';

/**
 * Stores an operation and does the steps, all of it or nothing, in one statement: no lock is held over a round trip, least of all that
 * of the row which all withdrawals share. Null when another operation holds the nonce or the idempotency key: the unique indexes decide
 * between several at once, and who comes second waits for the first one's commit. A step without a row is answered by its refusal.
 */
export async function storeOperation(
  db: Database,
  operation: NewOperation,
  steps: readonly Step[],
): Promise<Operation | null> {
  const { values, bind } = binder();
  const stored = insertText(operation, bind);
  const { text } = composeSteps(steps, 'stored', bind);
  const refusals = steps.map(
    ({ name }) => `when not exists (select from ${name}) then relay_refuse('${name}')`,
  );
  const statement = `with stored as (${stored})${text && `,\n${text}`}
    select position${refusals.length > 0 ? `, case ${refusals.join(' ')} end` : ''} from stored`;
  const query = { name: nameOf(steps, statement), text: statement, values };
  try {
    const { rows } = await db.statement<{ position: bigint }>(query);
    return rows[0] ? operationOf(operation, rows[0].position) : null;
  } catch (error) {
    if (sqlState(error) !== refusedState) throw error;
    const { constraint } = error as { constraint?: string };
    throw (await steps.find(({ name }) => name === constraint)?.refusal()) ?? error;
  }
}

const names = new Map<string, string>();

/** PostgreSQL keeps 63 characters of a name; the steps decide the text. */
function nameOf(steps: readonly Step[], statement: string): string {
  const key = steps.map(({ name }) => name).join(' ');
  const name = names.get(key) ?? `relay-store-${sha256(statement).toString('hex').slice(0, 16)}`;
  names.set(key, name);
  return name;
}

function insertText(operation: NewOperation, bind: (value: unknown) => string): string {
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
    details: operation.details,
    created_at: operation.now,
    next_attempt_at: operation.nextAttemptAt,
    sends: 1,
  };
  return `insert into relay_operations (${Object.keys(columns).join(', ')})
    values (${Object.values(columns).map(bind).join(', ')}) on conflict do nothing returning position`;
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
