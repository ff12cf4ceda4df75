import { operations } from '@pid/contract';
import { originOf } from '../audit/index.ts';
import { route, type Route } from '../platform/http/index.ts';
import { confirmSandboxPayment, declineSandboxPayment, expireSandboxPayment } from './act-on-payment.ts';
import { createSandboxPlayer } from './create-sandbox-player.ts';
import { loginSandboxPlayer } from './login-sandbox-player.ts';
import { paySandboxTopUp } from './pay-sandbox-top-up.ts';
import type { SandboxDeps } from './sandbox-deps.ts';

export function sandboxRoutes(deps: SandboxDeps): Route[] {
  return [
    route(operations.createSandboxPlayer, ({ caller, body, request }) =>
      createSandboxPlayer(deps, caller, body, originOf(request)),
    ),
    route(operations.loginSandboxPlayer, ({ caller, params, body, request }) =>
      loginSandboxPlayer(deps, caller, { ...params, ...body }, originOf(request)),
    ),
    route(operations.confirmSandboxPayment, ({ caller, params, body }) =>
      confirmSandboxPayment(deps, caller, { ...params, ...body }),
    ),
    route(operations.declineSandboxPayment, ({ caller, params, body }) =>
      declineSandboxPayment(deps, caller, { ...params, ...body }),
    ),
    route(operations.expireSandboxPayment, ({ caller, params }) =>
      expireSandboxPayment(deps, caller, params),
    ),
    route(operations.paySandboxTopUp, ({ caller, params }) => paySandboxTopUp(deps, caller, params)),
  ];
}
