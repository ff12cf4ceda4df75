import { Type } from 'typebox';
import { originOf } from '../audit/index.ts';
import { pidSchema } from '../identity/index.ts';
import { receiverFull, receiverNotFound, rupiah } from '../ledger/index.ts';
import {
  cursorForms,
  decodeCursor,
  encodeCursor,
  route,
  schemas,
  type Route,
} from '../platform/http/index.ts';
import {
  providerUnavailable,
  refundRefused,
  suspenseNotFound,
  suspenseNotRefundable,
  suspenseResolved,
} from './checkout-errors.ts';
import { creditSuspenseItem, refundSuspenseItem, type ResolveDeps } from './resolve-suspense.ts';
import { listSuspense, type SuspenseItem } from './suspense.store.ts';
import { reasonSchema } from './top-ups-admin.routes.ts';

const states = ['open', 'returned', 'credited'] as const;

const itemSchema = Type.Object(
  {
    id: schemas.uuid,
    source: schemas.literals(['topup', 'app_fee', 'account']),
    amount: rupiah,
    reason: schemas.literals(['account_closed', 'app_closed', 'balance_full', 'paid_twice', 'other_amount']),
    since: schemas.dateTime,
    state: schemas.literals(states),
    returned: rupiah,
    topUpId: schemas.nullable(schemas.uuid),
    provider: schemas.nullable(Type.String()),
    paymentId: schemas.nullable(Type.String()),
    holder: schemas.nullable(Type.String()),
    refundAskedAt: schemas.nullable(schemas.dateTime),
    resolvedAt: schemas.nullable(schemas.dateTime),
    resolvedBy: schemas.nullable(Type.String()),
    creditedTo: schemas.nullable(Type.String()),
  },
  { title: 'SuspenseItem' },
);

const itemParams = Type.Object({ id: schemas.uuid });

export function suspenseRoutes(deps: ResolveDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/admin/suspense',
      operationId: 'listSuspense',
      summary: 'What was really paid and belongs to nobody yet, newest first',
      tag: 'admin',
      access: 'admin',
      query: Type.Object({ state: Type.Optional(schemas.literals(states)), ...schemas.pageQuery }),
      reply: schemas.page(itemSchema),
      async handle({ query }) {
        const limit = query.limit ?? 50;
        const cursor = decodeCursor(query.cursor, [cursorForms.dateTime, cursorForms.uuid]);
        const items = await listSuspense(deps.db, {
          state: query.state ?? null,
          before: cursor ? { since: cursor[0]!, id: cursor[1]! } : null,
          limit,
        });
        const last = items.at(-1);
        return {
          items: items.map(describe),
          nextCursor:
            items.length === limit && last ? encodeCursor([last.since.toISOString(), last.id]) : null,
        };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/admin/suspense/{id}/credit',
      operationId: 'creditSuspense',
      summary: 'Gives what lies in suspense to a pid',
      tag: 'admin',
      access: 'admin',
      limit: 'money',
      stepUp: 'assertion',
      params: itemParams,
      body: Type.Object({ pid: pidSchema, reason: reasonSchema }),
      reply: itemSchema,
      errors: [suspenseNotFound, suspenseResolved, receiverNotFound, receiverFull],
      async handle({ params, body, caller, request }) {
        const by = { actor: caller.pid, origin: originOf(request) };
        return describe(await creditSuspenseItem(deps, { id: params.id, ...body, ...by }));
      },
    }),
    route({
      method: 'POST',
      path: '/v1/admin/suspense/{id}/refund',
      operationId: 'refundSuspense',
      summary: 'Asks the payment provider to give back what lies in suspense',
      description:
        'The item is `returned` when the provider says that it has given the money back; until then it stays `open` with `refundAskedAt`. Asking again asks for the same refund.',
      tag: 'admin',
      access: 'admin',
      limit: 'money',
      stepUp: 'assertion',
      params: itemParams,
      body: Type.Object({ reason: reasonSchema }),
      reply: itemSchema,
      errors: [suspenseNotFound, suspenseResolved, suspenseNotRefundable, refundRefused, providerUnavailable],
      async handle({ params, body, caller, request }) {
        const by = { actor: caller.pid, origin: originOf(request) };
        return describe(await refundSuspenseItem(deps, { id: params.id, ...body, ...by }));
      },
    }),
  ];
}

function describe(item: SuspenseItem) {
  const moment = (at: Date | null) => at?.toISOString() ?? null;
  return {
    id: item.id,
    source: item.source,
    amount: item.amount,
    reason: item.reason,
    since: item.since.toISOString(),
    state: item.state,
    returned: item.returned,
    topUpId: item.reference,
    provider: item.provider,
    paymentId: item.paymentId,
    holder: item.holder,
    refundAskedAt: moment(item.refundAskedAt),
    resolvedAt: moment(item.resolvedAt),
    resolvedBy: item.resolvedBy,
    creditedTo: item.creditedTo,
  };
}
