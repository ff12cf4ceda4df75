import type { Input } from '@pid/contract';
import { cursorForms, decodeCursor, pageOf } from '../platform/http/index.ts';
import type { AllowanceDeps } from './allowance-deps.ts';
import { listAllowanceRows } from './allowances.store.ts';
import { describeForPlayer } from './describe-allowance.ts';

const limitDefault = 50;

/** Returns one page, newest first. */
export async function listAllowances(
  deps: AllowanceDeps,
  identityId: string,
  query: Input<'listAllowances'>,
) {
  const limit = query.limit ?? limitDefault;
  const rows = await listAllowanceRows(deps.db, deps.timeZone, {
    identityId,
    clientId: query.clientId ?? null,
    status: query.status ?? null,
    beforeId: decodeCursor(query.cursor, [cursorForms.uuid])?.[0] ?? null,
    limit: limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => [id]);
  return { items: items.map((allowance) => describeForPlayer(deps, allowance)), nextCursor };
}
