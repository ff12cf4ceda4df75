import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { commonErrors } from '../platform/errors/index.ts';
import { route, type Route } from '../platform/http/index.ts';
import { checkCall } from './check-call.ts';
import type { PermissionDeps } from './permission-deps.ts';
import { idempotencyConflict, noSuchPermission, spendRefused } from './permission-errors.ts';
import { checkBody, remainingList, spendBody } from './permission-schemas.ts';
import { idParams } from './permissions.routes.ts';
import { recordSpend } from './record-spend.ts';
import { viewerOf } from './viewer.ts';

export function spendingRoutes(deps: PermissionDeps): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v1/permissions/{id}/check',
      operationId: 'checkCall',
      summary: 'Whether a call would be allowed now, and why not',
      description:
        'Reads only, and the chain decides. What a call spends is read from `value` and from the data of token functions; `token` and `amount` state what shows in neither. With `signature` (r and s of the session key over the sha256 of the EIP-712 digest of `Call`) `nonce` and `deadline` are required. `remaining` is what is left before the call.',
      tag: 'permissions',
      access: 'app-or-user',
      allowSuspended: true,
      params: idParams,
      body: checkBody,
      reply: Type.Object(
        { allowed: Type.Boolean(), reasons: Type.Array(Type.String()), remaining: remainingList },
        { title: 'CallVerdict' },
      ),
      errors: [noSuchPermission],
      handle: ({ caller, params, body }) =>
        checkCall(deps, { id: params.id, viewer: viewerOf(caller), body }),
    }),
    route({
      method: 'POST',
      path: '/v1/permissions/{id}/spend',
      operationId: 'recordSpend',
      summary: 'Counts what the app has spent against the limits',
      description:
        'Advisory: it keeps the nodes of an app from overspending together; the limits that bind are those of the contract. Takes an `Idempotency-Key`.',
      tag: 'permissions',
      access: 'app',
      limit: 'money',
      params: idParams,
      body: spendBody,
      reply: Type.Object(
        { token: Type.String(), amount: Type.String(), remaining: remainingList },
        { title: 'RecordedSpend' },
      ),
      errors: [noSuchPermission, spendRefused, idempotencyConflict],
      async handle({ caller, params, body, request, reply }) {
        const { answer, isReplay } = await recordSpend(deps, {
          id: params.id,
          clientId: caller.clientId,
          ...body,
          idempotencyKey: readIdempotencyKey(request),
        });
        if (isReplay) reply.header('idempotent-replay', 'true');
        return { ...answer, remaining: [...answer.remaining] };
      },
    }),
  ];
}

function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(key))
    throw commonErrors.validationFailed('Idempotency-Key must be 1-128 visible ASCII characters');
  return key;
}
