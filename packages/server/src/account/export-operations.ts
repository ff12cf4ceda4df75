import type { Queryable } from '../platform/db/index.ts';
import { listOperations } from '../relay/index.ts';
import { operationJson } from './account.routes.ts';

const operationsMax = 10_000;

export async function exportOperations(db: Queryable, identityId: string) {
  return (await listOperations(db, identityId, null, operationsMax)).map((operation) => ({
    ...operationJson(operation),
    details: operation.details,
  }));
}
