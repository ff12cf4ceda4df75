import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../audit/index.ts';
import { ServiceError } from '../platform/errors/index.ts';
import { readSingleCookie, serializeCookie } from '../platform/http/index.ts';
import { setSessionCookies, type CookieSettings } from '../sessions/index.ts';
import type { FinishDeps, FinishInput, Finished } from './finish-sign-in.ts';
import { clearFlowCookie, flowCookieName } from './start-sign-in.ts';

export interface CallbackDeps extends FinishDeps {
  readonly cookies: CookieSettings;
  readonly baseUrl: URL;
}

/** The cookie outlives its ticket, so that an expired ticket can be distinguished from a missing one. */
const claimCookieSeconds = 86_400;

/** The provider's response in the browser's request. */
export interface Callback extends FinishInput {
  readonly error: unknown;
}

export function readCallback(
  { baseUrl }: Pick<CallbackDeps, 'baseUrl'>,
  provider: string,
  fields: { readonly state?: unknown; readonly error?: unknown },
  request: FastifyRequest,
): Callback {
  const state = typeof fields.state === 'string' ? fields.state : '';
  return {
    provider,
    state,
    error: fields.error,
    cookie: readSingleCookie(request.headers.cookie, flowCookieName(state)),
    answer: () => answerOf(baseUrl, request),
    origin: originOf(request),
  };
}

/**
 * Answers the browser that returns from the provider with cookies and a redirect. A browser is also redirected
 * after an error, to a page that explains it; other clients get the error response.
 */
export async function redirectBrowser(
  deps: CallbackDeps,
  { callback, request, reply }: { callback: Callback; request: FastifyRequest; reply: FastifyReply },
  signIn: Promise<Finished>,
): Promise<FastifyReply> {
  const provider = deps.providers.get(callback.provider);
  if (provider && callback.state && callback.cookie)
    reply.header('set-cookie', clearFlowCookie(deps, provider, callback.state));
  try {
    return finish(deps, reply, await signIn);
  } catch (error) {
    if (!provider || !(error instanceof ServiceError) || !request.headers.accept?.includes('text/html'))
      throw error;
    request.errorCode = error.code;
    const page = error.code === 'login_in_use' ? '/security' : '/signin';
    const code = callback.error === 'access_denied' ? 'access_denied' : error.code;
    return reply.redirect(`${page}?error=${code}`, 302);
  }
}

function finish(deps: CallbackDeps, reply: FastifyReply, finished: Finished): FastifyReply {
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
  // Forms have only text values. A JSON body may have others, which the library does not expect.
  const fields = Object.entries(request.body as Record<string, unknown>).filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  );
  return new Request(url, { method: 'POST', body: new URLSearchParams(fields) });
}
