import type { Queryable } from '../platform/db/index.ts';
import { listOperations } from '../relay/index.ts';
import { operationsJson } from './view-operations.ts';

const operationsMax = 10_000;

export async function exportOperations(db: Queryable, identityId: string) {
  const operations = await listOperations(db, identityId, null, operationsMax);
  const shown = await operationsJson(db, operations);
  return shown.map((operation, index) => ({ ...operation, details: operations[index]!.details }));
}
