import type { FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { RequestWatch } from '../platform/http/index.ts';
import type { ActivityRecorder } from './record-activity.ts';

/** Routes where an app identifies itself by `client_id` besides or instead of a token. */
const clientRoutes = new Set([
  '/v1/auth/exchange',
  '/v1/auth/token',
  '/oidc/token',
  '/oidc/device_authorization',
  '/oidc/revoke',
  '/oidc/introspect',
]);
/** The player's browser makes this request for the app. Only refusals are useful to the app's developer. */
const authorizeRoute = '/v1/auth/authorize';
const loginGrants = new Set(['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code']);

/**
 * Records the operation and outcome of each app request when its response is sent; never the player or the
 * address.
 */
export function watchApps(deps: { clock: Clock; recorder: ActivityRecorder }): RequestWatch {
  return {
    // Called for every response, so it only reads values that are already known.
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
        reason: request.ownersReason,
        caller: token?.caller ?? (code === null ? 'app' : 'unproven'),
      });
      if (status === 200 && isLogin(request, route)) deps.recorder.login(clientId);
    },
  };
}

/** Returns the app of the request's token. A machine credential of an operator belongs to no app. */
function appOf(principal: FastifyRequest['principal']) {
  if (principal?.type === 'app') return { clientId: principal.clientId, caller: 'app' as const };
  return principal?.type === 'bearer' ? { clientId: principal.clientId, caller: 'player' as const } : null;
}

function isLogin({ body }: FastifyRequest, route: string): boolean {
  if (route === '/v1/auth/exchange') return true;
  const grant = (body as { grant_type?: unknown } | null | undefined)?.grant_type;
  return route === '/oidc/token' && typeof grant === 'string' && loginGrants.has(grant);
}

/** Returns the client id that an unauthenticated request names, if it has the form of one. */
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
