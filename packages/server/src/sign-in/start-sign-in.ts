import { randomPKCECodeVerifier } from 'openid-client';
import type { Queryable } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { sha256 } from '../platform/hash.ts';
import { serializeCookie, type UserCaller } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { SignInProvider } from './providers.ts';
import { insertFlow } from './sign-in.store.ts';

const flowTtlSeconds = 600;
const deviceSeparator = '.';

export interface StartDeps extends Needs<'clock' | 'ids' | 'log'> {
  readonly db: Queryable;
  readonly providers: ReadonlyMap<string, SignInProvider>;
  readonly secureCookies: boolean;
}

export interface StartedFlow {
  readonly redirectTo: string;
  readonly cookie: string;
}

/**
 * Sends the browser to the provider. Each flow has its own cookie, which binds the response to this browser.
 */
export async function startSignIn(
  deps: StartDeps,
  input: {
    provider: string;
    returnTo: string;
    linkingIdentityId: string | null;
    /** The browser's session, which links a login or is replaced by the sign-in. */
    sessionId: string | null;
    /** A session at the provider is not sufficient: the player must authenticate again. */
    fresh: boolean;
    /**
     * Device id of the browser. It is part of the flow's cookie, which is also sent with a form that the
     * provider posts.
     */
    device: string | null;
  },
): Promise<StartedFlow> {
  const provider = deps.providers.get(input.provider);
  if (!provider) throw refuse('unknown_provider');
  const state = deps.ids.token();
  const nonce = deps.ids.token();
  const secret = [deps.ids.token(), ...(input.device === null ? [] : [input.device])].join(deviceSeparator);
  const codeVerifier = randomPKCECodeVerifier();
  const url = await provider
    .authorizationUrl({ state, nonce, codeVerifier, fresh: input.fresh })
    .catch((error: unknown) => {
      throw refuse('provider_unavailable').because(error);
    });
  const startedAt = deps.clock.now();
  const expiresAt = new Date(startedAt.getTime() + flowTtlSeconds * 1000);
  await insertFlow(deps.db, {
    stateHash: sha256(state),
    cookieHash: sha256(secret),
    provider: provider.id,
    nonce,
    codeVerifier,
    returnTo: input.returnTo,
    linkingIdentityId: input.linkingIdentityId,
    startedAt,
    fresh: input.fresh,
    sessionId: input.sessionId,
    expiresAt,
  });
  return { redirectTo: url.href, cookie: flowCookie(deps, provider, state, secret, flowTtlSeconds) };
}

/** Whether the request asks for a new sign-in at the provider (OpenID Connect Core, 3.1.2.1). */
export function asksForFreshSignIn(query: { readonly prompt?: string; readonly max_age?: string }): boolean {
  return query.prompt === 'login' || query.max_age === '0';
}

/** Leads back to the page of the logins, whose list then has a new one. */
export function linkProvider(deps: StartDeps, caller: UserCaller, provider: string): Promise<StartedFlow> {
  return startSignIn(deps, {
    provider,
    returnTo: '/security',
    linkingIdentityId: caller.identityId,
    sessionId: caller.sessionId,
    fresh: false,
    device: null,
  });
}

export function clearFlowCookie(
  deps: Pick<StartDeps, 'secureCookies'>,
  provider: SignInProvider,
  state: string,
): string {
  return flowCookie(deps, provider, state, '', 0);
}

/** Reads the device id of the browser from the flow's cookie. */
export function deviceOfFlow(cookie: string): string | null {
  return cookie.split(deviceSeparator)[1] ?? null;
}

export function flowCookieName(state: string): string {
  return `pid_flow_${sha256(state).toString('hex').slice(0, 12)}`;
}

function flowCookie(
  deps: Pick<StartDeps, 'secureCookies'>,
  provider: SignInProvider,
  state: string,
  value: string,
  maxAgeSeconds: number,
): string {
  const cookie = serializeCookie(flowCookieName(state), value, {
    path: '/v1/auth/callback',
    maxAgeSeconds,
    secure: deps.secureCookies,
  });
  // A Lax cookie is not sent with a form that the provider's site posts.
  return provider.responseMode === 'form_post' && deps.secureCookies
    ? cookie.replace('SameSite=Lax', 'SameSite=None')
    : cookie;
}
