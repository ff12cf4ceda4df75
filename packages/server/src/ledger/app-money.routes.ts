import { Type } from 'typebox';
import { commonErrors } from '../platform/errors/index.ts';
import type { Caller } from '../platform/http/index.ts';
import {
  keyReused,
  markReplay,
  readIdempotencyKey,
  route,
  schemas,
  type Route,
} from '../platform/http/index.ts';
import { readBalance } from './accounts.store.ts';
import type { AppTerms } from './app-terms.ts';
import { appNotFound, balanceFull, insufficientBalance } from './ledger-errors.ts';
import { balanceSchema, rupiah } from './money-schemas.ts';
import { payOut } from './pay-out.ts';
import type { SendDeps } from './send-money.ts';
import {
  answerBalance,
  answerStatement,
  balanceQuery,
  statementDescription,
  statementQuery,
  statementReply,
} from './statement.routes.ts';

const appParams = Type.Object({ client_id: Type.String({ maxLength: 128 }) });
const payoutSchema = Type.Object(
  {
    id: schemas.uuid,
    amount: rupiah,
    balance: rupiah,
    status: schemas.literals(['posted']),
    createdAt: schemas.dateTime,
  },
  { title: 'Payout' },
);

/** Somebody else's app does not exist, for its owner's cookie as for its own machine token. */
async function ownApp(
  deps: Pick<SendDeps, 'db' | 'apps'>,
  caller: Caller,
  clientId: string,
): Promise<AppTerms> {
  const terms = await deps.apps.termsFor(deps.db, clientId, null);
  const isOwn =
    caller.type === 'app' ? caller.clientId === clientId : terms?.ownerIdentityId === caller.identityId;
  if (!terms || !isOwn) throw appNotFound();
  return terms;
}

export function appMoneyRoutes(deps: SendDeps): Route[] {
  const { db, clock } = deps;
  return [
    route({
      method: 'GET',
      path: '/v1/apps/{client_id}/balance',
      operationId: 'getAppBalance',
      summary: 'What an own app has earned and not been paid out',
      tag: 'apps',
      access: 'app-or-user',
      params: appParams,
      query: balanceQuery,
      reply: balanceSchema,
      errors: [appNotFound],
      async handle({ caller, params, query }) {
        const app = await ownApp(deps, caller, params.client_id);
        return answerBalance(db, { kind: 'app', id: app.clientId }, query.at, clock);
      },
    }),
    route({
      method: 'GET',
      path: '/v1/apps/{client_id}/statement',
      operationId: 'getAppStatement',
      summary: "What moved in an own app's escrow",
      description: statementDescription,
      tag: 'apps',
      access: 'app-or-user',
      params: appParams,
      query: statementQuery,
      reply: statementReply,
      errors: [appNotFound],
      async handle({ caller, params, query, reply }) {
        const app = await ownApp(deps, caller, params.client_id);
        const account = await readBalance(db, { kind: 'app', id: app.clientId });
        return answerStatement(db, { accountId: account?.id ?? null, holder: 'app' }, query, reply);
      },
    }),
    route({
      method: 'POST',
      path: '/v1/apps/{client_id}/payouts',
      operationId: 'payOutApp',
      summary: "Moves an own app's escrow to the own balance",
      tag: 'apps',
      access: 'user',
      limit: 'money',
      stepUp: 'judged',
      params: appParams,
      body: Type.Object({ amount: schemas.rupiahAmount }),
      reply: payoutSchema,
      status: 201,
      errors: [appNotFound, balanceFull, insufficientBalance, keyReused, commonErrors.appPaused],
      async handle({ caller, params, body, request, reply, steppedUp, requireStepUp }) {
        const app = await ownApp(deps, caller, params.client_id);
        if (app.paused) throw commonErrors.appPaused();
        const paid = await payOut(
          deps,
          { identityId: caller.identityId, clientId: app.clientId, amount: BigInt(body.amount) },
          readIdempotencyKey(request, `payout ${app.clientId}`),
          { steppedUp, require: requireStepUp },
        );
        if (paid.replayed) markReplay(reply);
        return {
          id: paid.id,
          amount: paid.amount,
          balance: paid.balance,
          status: 'posted' as const,
          createdAt: paid.createdAt.toISOString(),
        };
      },
    }),
  ];
}
