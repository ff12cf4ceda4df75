import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/db/index.ts';
import { commonErrors } from '../platform/errors/index.ts';
import { route, schemas, type Route } from '../platform/http/index.ts';
import { readBalance, readBalanceAt } from './accounts.store.ts';
import { balanceSchema, entrySchema, momentSchema } from './money-schemas.ts';
import { parseMoment } from './parse-moment.ts';
import { readStatement, streamStatement, type Statement, type StatementQuery } from './read-statement.ts';
import { toCsv } from './statement-csv.ts';

export const balanceQuery = Type.Object({ at: Type.Optional(momentSchema) });
export const statementQuery = Type.Object({
  ...schemas.pageQuery,
  from: Type.Optional(momentSchema),
  to: Type.Optional(momentSchema),
  format: Type.Optional(schemas.literals(['json', 'csv'])),
});
export const statementReply = schemas.page(entrySchema);
export const statementDescription =
  'Newest first. `amount` is what the balance changed by, fees included; `fee` says how much of it were fees. `from` and `to` are included; a bare date in `to` covers the whole day in UTC. `format=csv` streams every entry of the span.';

export function statementRoutes({ db, clock }: { db: Database; clock: Clock }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/fiat/balance',
      operationId: 'getBalance',
      summary: 'The own balance in rupiah, now or at an earlier moment',
      tag: 'fiat',
      access: 'reader',
      query: balanceQuery,
      reply: balanceSchema,
      errors: [commonErrors.noIdentity],
      handle: ({ caller, query }) =>
        answerBalance(db, { kind: 'identity', id: caller.identityId }, query.at, clock),
    }),
    route({
      method: 'GET',
      path: '/v1/fiat/statement',
      operationId: 'getStatement',
      summary: 'What moved on the own balance',
      description: statementDescription,
      tag: 'fiat',
      access: 'reader',
      query: statementQuery,
      reply: statementReply,
      errors: [commonErrors.noIdentity],
      async handle({ caller, query, reply }) {
        const account = await readBalance(db, { kind: 'identity', id: caller.identityId });
        return answerStatement(db, { accountId: account?.id ?? null, holder: 'identity' }, query, reply);
      },
    }),
  ];
}

export async function answerBalance(
  db: Queryable,
  holder: Parameters<typeof readBalance>[1],
  at: string | undefined,
  clock: Clock,
) {
  const now = clock.now();
  const moment = at === undefined ? now : parseMoment(at, 'at');
  const account = await readBalance(db, holder);
  const balance = !account
    ? 0n
    : moment < now
      ? await readBalanceAt(db, account.id, moment)
      : account.balance;
  return { currency: 'IDR' as const, balance, asOf: (moment < now ? moment : now).toISOString() };
}

export async function answerStatement(
  db: Queryable,
  statement: Statement,
  query: StatementQuery & { format?: 'json' | 'csv' },
  reply: FastifyReply,
) {
  if (query.format !== 'csv') return readStatement(db, statement, query);
  reply.header('content-disposition', 'attachment; filename="statement.csv"').type('text/csv; charset=utf-8');
  return reply.send(Readable.from(toCsv(streamStatement(db, statement, query))));
}
