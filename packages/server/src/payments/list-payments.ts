import { findIdentityByPid } from '../identity/index.ts';
import { csvHead, csvLine } from '../platform/csv.ts';
import { cursorForms, decodeCursor, Download, pageOf } from '../platform/http/index.ts';
import { describeForPlayers, describePayment } from './describe-payment.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { listPaymentRows, type Payment, type PaymentStatus } from './payments.store.ts';

interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
  readonly status?: PaymentStatus;
}

interface AppPaymentsQuery extends PageQuery {
  readonly reference?: string;
  readonly pid?: string;
  readonly format?: 'json' | 'csv';
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

/** The filter of an app's list; null if it names a player who does not exist. */
async function readFilter(deps: PaymentDeps, { status, reference, pid }: AppPaymentsQuery) {
  const payer = pid === undefined ? undefined : await findIdentityByPid(deps.db, pid);
  return payer === null ? null : { status, reference, payerIdentityId: payer?.id };
}

/** Returns one page, newest first. For CSV, streams every payment. */
export async function listPayments(deps: PaymentDeps, clientId: string, query: AppPaymentsQuery) {
  const { limit, filter } = readPage(query);
  if (query.format === 'csv')
    return new Download('payments', 'csv', streamPayments(deps, clientId, query), csvHead(columns));
  const narrowed = await readFilter(deps, query);
  if (!narrowed) return { items: [], nextCursor: null };
  const rows = await listPaymentRows(deps.db, { ...filter, ...narrowed, clientId });
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => [id]);
  const terms = await deps.apps.termsFor(deps.db, clientId, null);
  return { items: items.map((payment) => describePayment(deps, payment, terms)), nextCursor };
}

export async function listOwnPayments(
  deps: PaymentDeps,
  identityId: string,
  query: PageQuery & { readonly clientId?: string },
) {
  const { limit, filter } = readPage(query);
  const rows = await listPaymentRows(deps.db, {
    ...filter,
    clientId: query.clientId,
    payerIdentityId: identityId,
  });
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => [id]);
  return { items: await describeForPlayers(deps, items, identityId), nextCursor };
}

export async function listPaymentsAsAdmin(
  deps: PaymentDeps,
  query: PageQuery & { readonly clientId?: string; readonly pid?: string },
) {
  const { limit, filter } = readPage(query);
  const payer = query.pid === undefined ? undefined : await findIdentityByPid(deps.reader, query.pid);
  if (payer === null) return { items: [], nextCursor: null };
  const rows = await listPaymentRows(deps.reader, {
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

/** Yields every payment of an app as CSV, newest first, read as the client consumes it. */
async function* streamPayments(
  deps: PaymentDeps,
  clientId: string,
  query: AppPaymentsQuery,
): AsyncGenerator<string> {
  const narrowed = await readFilter(deps, query);
  for (let beforeId: string | null = null; narrowed;) {
    const rows: Payment[] = await listPaymentRows(deps.db, {
      ...narrowed,
      clientId,
      beforeId,
      limit: chunkRows,
    });
    if (rows.length > 0)
      yield rows
        .map((row) => describePayment(deps, row, null))
        .map((row) => csvLine(columns.map((column) => row[column])))
        .join('');
    if (rows.length < chunkRows) return;
    beforeId = rows.at(-1)!.id;
  }
}
