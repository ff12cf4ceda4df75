import { standardEndpoints, type StandardEndpoint } from '@pid/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { originOf } from '../../audit/index.ts';
import { mount, route, type Authenticator, type Route } from '../../platform/http/index.ts';
import type { LoginAges } from '../ages.ts';
import { discoveryDocument } from './discovery.ts';
import { introspectToken, revokeToken } from './judge-token.ts';
import { sendOidcError } from './oidc-error.ts';
import { authorizeDevice, type DeviceGrantDeps } from './device-grant.ts';
import { queryOfForm } from './query-of-form.ts';
import { redeemStandardGrant } from './redeem-standard-code.ts';
import { bearerOfPost, userInfo } from './user-info.ts';

type Fields = Record<string, unknown>;

const unstored = { 'cache-control': 'no-store', pragma: 'no-cache' };
/** The use cases check the fields themselves, because the errors have the format of their RFCs. */
const anyFields = { body: Type.Record(Type.String(), Type.Unknown()) };

type OidcDeps = DeviceGrantDeps & { readonly ages: Pick<LoginAges, 'bandOf'> };

/** Mounts the standard endpoints in a separate scope, because their errors have the format of their RFCs. */
export async function mountOidc(
  http: FastifyInstance,
  deps: OidcDeps,
  judge: Parameters<typeof mount>[2],
): Promise<void> {
  await http.register(async (scope) => {
    scope.setErrorHandler(sendOidcError);
    const routes = [
      ...documentRoutes(deps),
      ...tokenRoutes(deps, judge.authenticator),
      pageByPost(standardEndpoints.authorizeByPost),
      pageByPost(standardEndpoints.logoutByPost),
    ];
    mount(scope, routes, judge);
  });
}

function documentRoutes(deps: DeviceGrantDeps): Route[] {
  const discovery = discoveryDocument(deps.issuer);
  const cached = (reply: FastifyReply, seconds: number) =>
    reply.header('cache-control', `public, max-age=${seconds}`);
  return [
    ...[standardEndpoints.openIdConfiguration, standardEndpoints.authorizationServer].map((endpoint) =>
      route(endpoint, async ({ reply }) => cached(reply, 3600).send(discovery)),
    ),
    route(standardEndpoints.signingKeys, async ({ reply }) =>
      cached(reply, 300).send(await deps.idTokenKeys.published()),
    ),
  ];
}

function tokenRoutes(deps: OidcDeps, authenticator: Authenticator): Route[] {
  const { oidcToken, oidcDeviceAuthorization, oidcRevoke, oidcIntrospect, oidcUserInfo, oidcUserInfoByPost } =
    standardEndpoints;
  const presented = ({ body, request }: { body: Fields; request: FastifyRequest }) => ({
    fields: body,
    authorization: request.headers.authorization,
    authenticator,
  });
  return [
    route({ ...oidcToken, ...anyFields }, async ({ body, request, reply }) => {
      reply.headers(unstored);
      return redeemStandardGrant(deps, body, request.headers.authorization, originOf(request));
    }),
    route({ ...oidcDeviceAuthorization, ...anyFields }, async ({ body, request, reply }) => {
      reply.headers(unstored);
      return authorizeDevice(deps, body, request.headers.authorization, originOf(request));
    }),
    route({ ...oidcRevoke, ...anyFields }, async (asked) => {
      await revokeToken(deps, presented(asked), originOf(asked.request));
      return asked.reply.headers(unstored).send('');
    }),
    route({ ...oidcIntrospect, ...anyFields }, async (asked) => {
      asked.reply.headers(unstored);
      return introspectToken(deps, presented(asked));
    }),
    route(oidcUserInfo, async ({ caller, reply }) => {
      const claims = await userInfo(deps.db, deps.ages, caller);
      reply.header('cache-control', 'no-store');
      return claims;
    }),
    route({ ...oidcUserInfoByPost, ...anyFields }, async ({ body, request, reply }) => {
      reply.header('cache-control', 'no-store');
      return userInfo(
        deps.db,
        deps.ages,
        await bearerOfPost(authenticator, request.headers.authorization, body),
      );
    }),
  ];
}

/**
 * A client may post its request (OpenID Connect Core, 3.1.2.1; RP-Initiated Logout, 2). The page reads it
 * from the query like any other request. This route decides nothing, so a form on another site cannot decide
 * anything either.
 */
function pageByPost(endpoint: StandardEndpoint): Route {
  return route({ ...endpoint, ...anyFields }, async ({ body, reply }) => {
    return reply.redirect(`${endpoint.path}?${queryOfForm(body)}`, 303);
  });
}
