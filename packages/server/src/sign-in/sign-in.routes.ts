import { operations } from '@pid/contract';
import { route, type Route } from '../platform/http/index.ts';
import { keepDevice, sessionOfBrowser } from '../sessions/index.ts';
import { readCallback, redirectBrowser, type CallbackDeps } from './answer-callback.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { listProviders } from './list-providers.ts';
import { parseReturnTo } from './return-to.ts';
import { asksForFreshSignIn, linkProvider, startSignIn } from './start-sign-in.ts';

export function signInRoutes(deps: CallbackDeps): Route[] {
  return [
    route(operations.listProviders, async () => listProviders(deps)),
    route(operations.startSignIn, async ({ params, query, request, reply }) => {
      const flow = await startSignIn(deps, {
        provider: params.provider,
        returnTo: parseReturnTo(query.returnTo),
        linkingIdentityId: null,
        sessionId: sessionOfBrowser(deps.sessions, request.headers.cookie),
        fresh: asksForFreshSignIn(query),
        device: keepDevice(request, reply, deps),
      });
      return reply.header('set-cookie', flow.cookie).redirect(flow.redirectTo, 302);
    }),
    route(operations.finishSignIn, ({ params, query, request, reply }) => {
      const callback = readCallback(deps, params.provider, query, request);
      return redirectBrowser(deps, { callback, request, reply }, finishSignIn(deps, callback));
    }),
    route(operations.finishSignInByPost, ({ params, body, request, reply }) => {
      const callback = readCallback(deps, params.provider, body, request);
      return redirectBrowser(deps, { callback, request, reply }, finishSignIn(deps, callback));
    }),
    route(operations.linkProvider, async ({ caller, params, reply }) => {
      const flow = await linkProvider(deps, caller, params.provider);
      reply.header('set-cookie', flow.cookie);
      return { redirectTo: flow.redirectTo };
    }),
  ];
}
