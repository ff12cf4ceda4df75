import { operations } from '@pid/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../audit/index.ts';
import { AppError, refuse } from '../platform/errors/index.ts';
import { readSingleCookie, route, serializeCookie, type Route } from '../platform/http/index.ts';
import { keepDevice, sessionOfBrowser, setSessionCookies, type CookieSettings } from '../sessions/index.ts';
import { finishSignIn, type FinishDeps, type Finished } from './finish-sign-in.ts';
import { listProviders } from './list-providers.ts';
import { parseReturnTo } from './return-to.ts';
import { clearFlowCookie, deviceOfFlow, flowCookieName, linkProvider, startSignIn } from './start-sign-in.ts';

export interface SignInRouteDeps extends FinishDeps {
  readonly cookies: CookieSettings;
  readonly baseUrl: URL;
}

/** The cookie outlives its ticket, so that an expired ticket can be distinguished from a missing one. */
const claimCookieSeconds = 86_400;

export function signInRoutes(deps: SignInRouteDeps): Route[] {
  return [
    route(operations.listProviders, async () => listProviders(deps)),
    route(operations.startSignIn, async ({ params, query, request, reply }) => {
      const flow = await startSignIn(deps, {
        provider: params.provider,
        returnTo: parseReturnTo(query.returnTo),
        linkingIdentityId: null,
        sessionId: sessionOfBrowser(deps.sessions, request.headers.cookie),
        fresh: query.prompt === 'login' || query.max_age === '0',
        device: keepDevice(request, reply, deps),
      });
      return reply.header('set-cookie', flow.cookie).redirect(flow.redirectTo, 302);
    }),
    route(operations.finishSignIn, ({ params, query, request, reply }) =>
      answerCallback(deps, params.provider, query, request, reply),
    ),
    route(operations.finishSignInByPost, ({ params, body, request, reply }) =>
      answerCallback(deps, params.provider, body, request, reply),
    ),
    route(operations.linkProvider, async ({ caller, params, reply }) => {
      const flow = await linkProvider(deps, caller, params.provider);
      reply.header('set-cookie', flow.cookie);
      return { redirectTo: flow.redirectTo };
    }),
  ];
}

async function answerCallback(
  deps: SignInRouteDeps,
  provider: string,
  answer: { readonly state?: unknown; readonly error?: unknown },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const state = typeof answer.state === 'string' ? answer.state : '';
  const known = deps.providers.get(provider);
  if (!known) throw refuse('unknown_provider');
  try {
    const cookie = readSingleCookie(request.headers.cookie, flowCookieName(state));
    if (!state || !cookie) throw refuse('sign_in_failed');
    reply.header('set-cookie', clearFlowCookie(deps, known, state));
    return finish(
      deps,
      reply,
      await finishSignIn(deps, {
        provider,
        state,
        cookie,
        answer: answerOf(deps.baseUrl, request),
        origin: originOf(request),
        device: deviceOfFlow(cookie),
      }),
    );
  } catch (error) {
    // A browser is redirected to a page that explains the error. Other clients get the error response.
    if (!(error instanceof AppError) || !request.headers.accept?.includes('text/html')) throw error;
    request.errorCode = error.code;
    const page = error.code === 'login_in_use' ? '/security' : '/signin';
    return reply.redirect(
      `${page}?error=${answer.error === 'access_denied' ? 'access_denied' : error.code}`,
      302,
    );
  }
}

function finish(deps: SignInRouteDeps, reply: FastifyReply, finished: Finished): FastifyReply {
  if (finished.kind === 'claim') {
    reply.header(
      'set-cookie',
      serializeCookie('pid_claim', finished.ticket, {
        path: '/v1/auth',
        maxAgeSeconds: claimCookieSeconds,
        secure: deps.cookies.secure,
      }),
    );
    return reply.redirect('/claim', 302);
  }
  if (finished.kind === 'signed_in') setSessionCookies(reply, finished.tokens, deps.cookies);
  return reply.redirect(finished.returnTo, 302);
}

/** Returns the provider's response as the library reads it, with PID's public address even behind a proxy. */
function answerOf(baseUrl: URL, request: FastifyRequest): URL | Request {
  const url = new URL(request.url, baseUrl);
  if (request.method !== 'POST') return url;
  return new Request(url, {
    method: 'POST',
    body: new URLSearchParams(request.body as Record<string, string>),
  });
}
