import type { Input } from '@pid/contract';
import { EVERYTHING } from '@pid/protocol';
import type { Queryable } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { cursorForms, decodeCursor, pageOf } from '../platform/http/index.ts';
import { findOperation, hasLanded, listRelayOperations, type Operation } from '../relay/index.ts';
import { listWithdrawnAmounts } from './withdrawn-amounts.store.ts';

export async function listOperations(db: Queryable, identityId: string, query: Input<'listOperations'>) {
  const limit = query.limit ?? 50;
  const [before = null] = decodeCursor(query.cursor, [cursorForms.number]) ?? [];
  const { items, nextCursor } = pageOf(
    await listRelayOperations(db, identityId, before, limit + 1),
    limit,
    ({ position }) => [position],
  );
  return { items: await operationsJson(db, items), nextCursor };
}

export async function getOperation(db: Queryable, identityId: string, id: string) {
  const operation = await findOperation(db, identityId, id);
  if (!operation) throw refuse('no_such_operation');
  const [found] = await operationsJson(db, [operation]);
  return found!;
}

export async function operationsJson(db: Queryable, operations: readonly Operation[]) {
  const everything = operations.filter(({ details }) => details['amount'] === EVERYTHING.toString());
  const moved =
    everything.length > 0
      ? await listWithdrawnAmounts(
          db,
          everything.map(({ id }) => id),
        )
      : new Map<string, string>();
  return operations.map((operation) => operationJson(operation, moved));
}

/** The rent that the vault paid to create the receiver's token account. */
export function withdrawalRentOf({ details }: Pick<Operation, 'details'>): string {
  const rent = details['rentLamports'];
  return typeof rent === 'string' ? rent : '0';
}

function operationJson(operation: Operation, moved: ReadonlyMap<string, string>) {
  const signed = operation.kind === 'withdraw' ? operation.details['amount'] : undefined;
  const price = operation.details['price'];
  const amount = signed === EVERYTHING.toString() ? moved.get(operation.id) : signed;
  return {
    id: operation.id,
    kind: operation.kind,
    state: operation.state,
    signature: operation.signature,
    networkFeeLamports: operation.networkFeeLamports.toString(),
    protocolFeeLamports: operation.protocolFeeLamports.toString(),
    ...(operation.kind === 'withdraw' && hasLanded(operation)
      ? { rentLamports: withdrawalRentOf(operation) }
      : {}),
    ...(typeof amount === 'string' ? { amount } : {}),
    ...(typeof price === 'string' ? { price: Number(price) } : {}),
    ...(operation.error === null ? {} : { error: operation.error }),
    createdAt: operation.createdAt.toISOString(),
    ...(operation.confirmedAt === null ? {} : { confirmedAt: operation.confirmedAt.toISOString() }),
  };
}
