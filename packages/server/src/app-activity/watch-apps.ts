import type { FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { RequestWatch } from '../platform/http/index.ts';
import type { ActivityRecorder } from './record-activity.ts';

/** Where an app says who it is beside or instead of a token. */
const clientRoutes = new Set([
  '/v1/auth/exchange',
  '/v1/auth/token',
  '/oidc/token',
  '/oidc/device_authorization',
  '/oidc/revoke',
  '/oidc/introspect',
]);
/** The player's browser asks here for the app: only what is refused is of interest to whoever builds it. */
const authorizeRoute = '/v1/auth/authorize';
const loginGrants = new Set(['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code']);

/** Sees the requests of apps as their answers leave: which operation, which outcome; never who the player is, nor from where. */
export function watchApps(deps: { clock: Clock; recorder: ActivityRecorder }): RequestWatch {
  return {
    // Called for every answer: two looks at what is known already.
    looksAt: (route, { principal }) => appOf(principal) !== null || clientRoutes.has(route),
    see(request, status) {
      const route = request.routeUrl ?? request.routeOptions.url ?? 'unmatched';
      const token = appOf(request.principal);
      const clientId = token?.clientId ?? claimedClient(request, route);
      if (clientId === null) return;
      const code = request.errorCode ?? (status >= 400 ? String(status) : null);
      deps.recorder.request({
        clientId,
        at: deps.clock.now(),
        requestId: request.id.slice(0, 128),
        method: request.method,
        route: route.replaceAll(/:(\w+)/g, '{$1}'),
        status,
        code,
        caller: token?.caller ?? (code === null ? 'app' : 'unproven'),
      });
      if (status === 200 && isLogin(request, route)) deps.recorder.login(clientId);
    },
  };
}

/** Whose token was shown, where it is an app's; an operator's machine is none. */
function appOf(principal: FastifyRequest['principal']) {
  if (principal?.type === 'app') return { clientId: principal.clientId, caller: 'app' as const };
  return principal?.type === 'bearer' ? { clientId: principal.clientId, caller: 'player' as const } : null;
}

function isLogin({ body }: FastifyRequest, route: string): boolean {
  if (route === '/v1/auth/exchange') return true;
  const grant = (body as { grant_type?: unknown } | null | undefined)?.grant_type;
  return route === '/oidc/token' && typeof grant === 'string' && loginGrants.has(grant);
}

/** An app that has not proved itself still says which it wants to be; only what looks like one is kept. */
function claimedClient(request: FastifyRequest, route: string): string | null {
  if (route !== authorizeRoute && !clientRoutes.has(route)) return null;
  const fields = (request.method === 'GET' ? request.query : request.body) as { client_id?: unknown } | null;
  const claimed = fields?.client_id ?? basicName(request.headers.authorization);
  return typeof claimed === 'string' && /^app_[0-9a-f]{24}$/.test(claimed) ? claimed : null;
}

function basicName(authorization: string | undefined): string | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=]{1,400})$/i.exec(authorization ?? '')?.[1];
  return encoded && Buffer.from(encoded, 'base64').toString('latin1').split(':')[0];
}
