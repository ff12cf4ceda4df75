import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { route, type Route } from '../platform/http/index.ts';
import { createGuest } from './create-guest.ts';
import { exchangeCode, issueMachineToken, type ExchangeDeps } from './exchange-code.ts';

export function exchangeRoutes(deps: ExchangeDeps): Route[] {
  return [
    route(operations.exchangeCode, async ({ body, request, reply }) => {
      const exchanged = await exchangeCode(deps, body, originOf(request));
      reply.header('cache-control', 'no-store');
      return exchanged;
    }),
    route(operations.createGuest, ({ caller, params }) => createGuest(deps, caller, params.client_id)),
    route(operations.issueMachineToken, async ({ body, request, reply }) => {
      const token = await issueMachineToken(deps, request.headers.authorization, body);
      reply.header('cache-control', 'no-store');
      return token;
    }),
  ];
}
