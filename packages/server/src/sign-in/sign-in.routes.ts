import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { originOf } from '../audit/index.ts';
import { AppError } from '../platform/errors/index.ts';
import { readSingleCookie, route, schemas, serializeCookie, type Route } from '../platform/http/index.ts';
import { keepDevice, sessionOfBrowser, setSessionCookies, type CookieSettings } from '../sessions/index.ts';
import { finishSignIn, type FinishDeps, type Finished } from './finish-sign-in.ts';
import { parseReturnTo } from './return-to.ts';
import { loginInUse, providerUnavailable, signInFailed, unknownProvider } from './sign-in-errors.ts';
import { clearFlowCookie, deviceOfFlow, flowCookieName, startSignIn } from './start-sign-in.ts';

export interface SignInRouteDeps extends FinishDeps {
  readonly cookies: CookieSettings;
  readonly baseUrl: URL;
}

const providerParams = Type.Object({ provider: Type.String({ maxLength: 32 }) });
const openQuery = Type.Object({}, { additionalProperties: true });
/** A cookie that outlives its ticket, so that an expired ticket can be told from none. */
const claimCookieSeconds = 86_400;

export function signInRoutes(deps: SignInRouteDeps): Route[] {
  const callback = (request: FastifyRequest, reply: FastifyReply) => answerCallback(deps, request, reply);
  const callbackShape = {
    path: '/v1/auth/callback/{provider}',
    tag: 'auth',
    access: 'public',
    limit: 'signin',
    params: providerParams,
    query: openQuery,
    reply: Type.Any(),
    status: 302,
    acceptsForeignOrigin: true,
    errors: [signInFailed, unknownProvider, providerUnavailable],
  } as const;
  return [
    route({
      method: 'GET',
      path: '/v1/auth/providers',
      operationId: 'listProviders',
      summary: 'Where one can sign in',
      tag: 'auth',
      access: 'public',
      reply: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
      handle: async () => [...deps.providers.values()].map(({ id, name }) => ({ id, name })),
    }),
    route({
      method: 'GET',
      path: '/v1/auth/signin/{provider}',
      operationId: 'startSignIn',
      summary: 'Sends the browser to a sign-in provider',
      tag: 'auth',
      access: 'public',
      limit: 'signin',
      params: providerParams,
      description:
        'With `prompt=login` or `max_age=0` the provider asks the person anew; a sign-in that it remembers is not accepted.',
      query: Type.Object({
        returnTo: Type.Optional(Type.String()),
        prompt: Type.Optional(schemas.literals(['login'])),
        max_age: Type.Optional(schemas.literals(['0'])),
      }),
      reply: Type.Any(),
      status: 302,
      errors: [unknownProvider, providerUnavailable],
      async handle({ params, query, request, reply }) {
        const flow = await startSignIn(deps, {
          provider: params.provider,
          returnTo: parseReturnTo(query.returnTo),
          linkingIdentityId: null,
          sessionId: sessionOfBrowser(deps.sessions, request.headers.cookie),
          fresh: query.prompt === 'login' || query.max_age === '0',
          device: keepDevice(request, reply, deps),
        });
        return reply.header('set-cookie', flow.cookie).redirect(flow.redirectTo, 302);
      },
    }),
    route({
      ...callbackShape,
      method: 'GET',
      operationId: 'finishSignIn',
      summary: 'Where a provider sends the browser back to',
      handle: ({ request, reply }) => callback(request, reply),
    }),
    route({
      ...callbackShape,
      method: 'POST',
      formBody: true,
      operationId: 'finishSignInByPost',
      summary: 'The same for providers that post a form',
      body: openQuery,
      handle: ({ request, reply }) => callback(request, reply),
    }),
    route({
      method: 'POST',
      path: '/v1/credentials/link/{provider}',
      operationId: 'linkProvider',
      summary: 'Begins to link a further provider login',
      tag: 'identity',
      access: 'user',
      // A further login is a way in for good; an old stolen cookie must not be enough to plant one.
      stepUp: 'recent',
      limit: 'signin',
      params: providerParams,
      reply: Type.Object({ redirectTo: Type.String() }),
      errors: [unknownProvider, providerUnavailable],
      async handle({ caller, params, reply }) {
        const flow = await startSignIn(deps, {
          provider: params.provider,
          returnTo: '/security',
          linkingIdentityId: caller.identityId,
          sessionId: caller.sessionId,
          fresh: false,
          device: null,
        });
        reply.header('set-cookie', flow.cookie);
        return { redirectTo: flow.redirectTo };
      },
    }),
  ];
}

async function answerCallback(
  deps: SignInRouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { provider } = request.params as { provider: string };
  const fields = (request.method === 'POST' ? request.body : request.query) as Record<string, unknown>;
  const state = typeof fields['state'] === 'string' ? fields['state'] : '';
  const known = deps.providers.get(provider);
  if (!known) throw unknownProvider();
  try {
    const cookie = readSingleCookie(request.headers.cookie, flowCookieName(state));
    if (!state || !cookie) throw signInFailed();
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
    // A person in a browser is led back to a page that says what happened; anything else gets the plain refusal.
    if (!(error instanceof AppError) || !request.headers.accept?.includes('text/html')) throw error;
    request.errorCode = error.code;
    const page = error.code === loginInUse.code ? '/security' : '/signin';
    return reply.redirect(
      `${page}?error=${fields['error'] === 'access_denied' ? 'access_denied' : error.code}`,
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

/** The provider's answer as the library reads it, on our public address whatever a proxy made of it. */
function answerOf(baseUrl: URL, request: FastifyRequest): URL | Request {
  const url = new URL(request.url, baseUrl);
  if (request.method !== 'POST') return url;
  return new Request(url, {
    method: 'POST',
    body: new URLSearchParams(request.body as Record<string, string>),
  });
}
