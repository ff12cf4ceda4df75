import { Type } from 'typebox';
import { originOf } from '../audit/index.ts';
import { commonErrors } from '../platform/errors/index.ts';
import { route, schemas, type Route } from '../platform/http/index.ts';
import { changeLimits, showLimits, type LimitDeps, type Limits } from './change-limits.ts';
import { limitsChanged } from './ledger-errors.ts';
import { rupiah } from './money-schemas.ts';

const limitsSchema = Type.Object(
  {
    stepUpAmount: rupiah,
    dailyLimit: rupiah,
    noticeAmount: rupiah,
    pendingStepUpAmount: Type.Optional(rupiah),
    pendingDailyLimit: Type.Optional(rupiah),
    pendingFrom: Type.Optional(schemas.dateTime),
  },
  { title: 'Limits' },
);

const limitSchema = Type.Integer({ minimum: 0, maximum: 1_000_000_000_000_000 });

export function limitRoutes(deps: LimitDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/limits',
      operationId: 'getLimits',
      summary: 'How much may be sent without a confirmation, in a day, and without a notice',
      tag: 'fiat',
      access: 'user',
      reply: limitsSchema,
      errors: [commonErrors.noIdentity],
      handle: async ({ caller }) => answer(await showLimits(deps, caller.identityId)),
    }),
    route({
      method: 'PATCH',
      path: '/v1/limits',
      operationId: 'changeLimits',
      summary: 'Changes the own limits',
      description:
        'A lower limit holds at once. A higher one needs a confirmation, holds 24 hours later and is never above that of the service; back to one that was held in the last 24 hours, at once.',
      tag: 'fiat',
      access: 'user',
      limit: 'money',
      stepUp: 'judged',
      body: Type.Object({
        stepUpAmount: Type.Optional(limitSchema),
        dailyLimit: Type.Optional(limitSchema),
        noticeAmount: Type.Optional(limitSchema),
      }),
      reply: limitsSchema,
      errors: [commonErrors.noIdentity, limitsChanged],
      async handle({ caller, body, request, steppedUp, requireStepUp }) {
        const input = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, BigInt(value)]));
        return answer(
          await changeLimits(
            deps,
            { identityId: caller.identityId, pid: caller.pid, origin: originOf(request) },
            input,
            { steppedUp, require: requireStepUp },
          ),
        );
      },
    }),
  ];
}

function answer({ pendingFrom, ...limits }: Limits) {
  return { ...limits, ...(pendingFrom ? { pendingFrom: pendingFrom.toISOString() } : {}) };
}
