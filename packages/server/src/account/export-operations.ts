import type { Queryable } from '../platform/db/index.ts';
import { listRelayOperations } from '../relay/index.ts';
import { operationsJson } from './list-operations.ts';

const operationsMax = 10_000;

export async function exportOperations(db: Queryable, identityId: string) {
  const operations = await listRelayOperations(db, identityId, null, operationsMax);
  const shown = await operationsJson(db, operations);
  return shown.map((operation, index) => ({ ...operation, details: operations[index]!.details }));
}
