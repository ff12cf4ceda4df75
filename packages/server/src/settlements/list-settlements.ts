import type { Input } from '@pid/contract';
import { cursorForms, decodeCursor, pageOf, type UserCaller } from '../platform/http/index.ts';
import { describeForAdmin, describeSettlement } from './describe-settlement.ts';
import { refuseWhileOff, type SettlementDeps } from './settlement-deps.ts';
import { settlementsPage, type SettlementStatus } from './settlements.store.ts';

type ListDeps = Pick<SettlementDeps, 'db' | 'sealer'>;

export async function listSettlements(
  deps: SettlementDeps,
  caller: UserCaller,
  { client_id: clientId, ...query }: Input<'listSettlements'>,
) {
  const { role } = await deps.apps.admit(deps.db, caller, clientId, 'listSettlements');
  const { items, nextCursor } = await list(deps, query, { clientId, status: null });
  if (items.length === 0) refuseWhileOff(deps);
  return { items: items.map((item) => describeSettlement(item, role)), nextCursor, fee: deps.fee };
}

export async function listSettlementsAsAdmin(
  deps: ListDeps,
  { status, ...query }: Input<'listSettlementsAsAdmin'>,
) {
  const { items, nextCursor } = await list(deps, query, { clientId: null, status: status ?? null });
  return { items: items.map((item) => describeForAdmin(deps.sealer, item)), nextCursor };
}

/** Returns one page, newest first. */
async function list(
  { db }: ListDeps,
  { limit = 50, cursor }: { readonly limit?: number; readonly cursor?: string },
  which: { readonly clientId: string | null; readonly status: SettlementStatus | null },
) {
  const [requestedAt, id] = decodeCursor(cursor, [cursorForms.dateTime, cursorForms.uuid]) ?? [];
  const before = requestedAt && id ? { requestedAt, id } : null;
  const rows = await settlementsPage(db, { ...which, before, limit: limit + 1 });
  return pageOf(rows, limit, (settlement) => [settlement.requestedAt.toISOString(), settlement.id]);
}
