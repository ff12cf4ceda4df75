import { findIdentityByPid } from '../identity/index.ts';
import { csvField } from '../ledger/index.ts';
import { cursorForms, decodeCursor, pageOf } from '../platform/http/index.ts';
import { describeForPlayers, describePayment } from './describe-payment.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { listPayments, type PaymentStatus } from './payments.store.ts';

interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
  readonly status?: PaymentStatus;
}

const limitDefault = 50;

function readPage(query: PageQuery) {
  const limit = query.limit ?? limitDefault;
  return {
    limit,
    filter: {
      status: query.status,
      beforeId: decodeCursor(query.cursor, [cursorForms.uuid])?.[0] ?? null,
      limit: limit + 1,
    },
  };
}

export async function readPaymentsOfApp(deps: PaymentDeps, clientId: string, query: PageQuery) {
  const { limit, filter } = readPage(query);
  const { items, nextCursor } = pageOf(
    await listPayments(deps.db, { ...filter, clientId }),
    limit,
    ({ id }) => [id],
  );
  const terms = await deps.apps.termsFor(deps.db, clientId, null);
  return { items: items.map((payment) => describePayment(deps, payment, terms)), nextCursor };
}

export async function readOwnPayments(deps: PaymentDeps, identityId: string, query: PageQuery) {
  const { limit, filter } = readPage(query);
  const rows = await listPayments(deps.db, { ...filter, payerIdentityId: identityId });
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => [id]);
  return { items: await describeForPlayers(deps, items, identityId), nextCursor };
}

export async function readAllPayments(
  deps: PaymentDeps,
  query: PageQuery & { readonly clientId?: string; readonly pid?: string },
) {
  const { limit, filter } = readPage(query);
  const payer = query.pid === undefined ? undefined : await findIdentityByPid(deps.reader, query.pid);
  if (payer === null) return { items: [], nextCursor: null };
  const rows = await listPayments(deps.reader, {
    ...filter,
    clientId: query.clientId,
    payerIdentityId: payer?.id,
  });
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => [id]);
  return { items: await describeForPlayers(deps, items, null), nextCursor };
}

const chunkRows = 500;
const columns = [
  'createdAt',
  'id',
  'reference',
  'status',
  'amount',
  'captured',
  'refunded',
  'description',
  'payer',
  'to',
  'paidAt',
] as const;

/** Every payment of an app as CSV, newest first, read as the client takes it. */
export async function* streamPayments(
  deps: PaymentDeps,
  clientId: string,
  status: PaymentStatus | undefined,
): AsyncGenerator<string> {
  yield `\uFEFF${columns.join(',')}\r\n`;
  for (let beforeId: string | null = null; ;) {
    const rows = await listPayments(deps.db, { clientId, status, beforeId, limit: chunkRows });
    if (rows.length > 0)
      yield rows
        .map((row) => describePayment(deps, row, null))
        .map((row) => `${columns.map((column) => csvField(row[column])).join(',')}\r\n`)
        .join('');
    if (rows.length < chunkRows) return;
    beforeId = rows.at(-1)!.id;
  }
}
