import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { originOf } from '../../audit/index.ts';
import { mount, route, type Authenticator, type Route } from '../../platform/http/index.ts';
import { discoveryDocument } from './discovery.ts';
import { introspectToken, revokeToken } from './judge-token.ts';
import { sendOidcError } from './oidc-error.ts';
import { authorizeDevice, type DeviceGrantDeps } from './device-grant.ts';
import { queryOfForm } from './query-of-form.ts';
import { redeemStandardGrant } from './redeem-standard-code.ts';
import { bearerOfPost, userInfo } from './user-info.ts';

type Fields = Record<string, unknown>;

const unstored = { 'cache-control': 'no-store', pragma: 'no-cache' };
const shape = { tag: 'oidc', reply: Type.Any(), acceptsForeignOrigin: true } as const;
const posted = {
  ...shape,
  method: 'POST',
  access: 'public',
  formBody: true,
  body: Type.Record(Type.String(), Type.Unknown()),
} as const;

/** Mounts the standard endpoints in a separate scope, because their errors have the format of their RFCs. */
export async function mountOidc(
  http: FastifyInstance,
  deps: DeviceGrantDeps,
  judge: Parameters<typeof mount>[2],
): Promise<void> {
  await http.register(async (scope) => {
    scope.setErrorHandler(sendOidcError);
    const routes = [
      ...documentRoutes(deps),
      ...tokenRoutes(deps, judge.authenticator),
      pageByPost('/authorize', 'authorizeByPost', 'Redirects a posted login request to the page'),
      pageByPost('/oidc/logout', 'logoutByPost', 'Redirects a posted logout request to the page'),
    ];
    mount(scope, routes, judge);
  });
}

function documentRoutes(deps: DeviceGrantDeps): Route[] {
  const discovery = discoveryDocument(deps.issuer);
  const document = { ...shape, method: 'GET', access: 'public' } as const;
  const configuration = { ...document, summary: 'Returns the configuration for standard clients' };
  const cached = (reply: FastifyReply, seconds: number) =>
    reply.header('cache-control', `public, max-age=${seconds}`);
  return [
    ...['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'].map((path, index) =>
      route({ ...configuration, path, operationId: `discovery${index}` }, async ({ reply }) =>
        cached(reply, 3600).send(discovery),
      ),
    ),
    route(
      {
        ...document,
        path: '/.well-known/jwks.json',
        operationId: 'jwks',
        summary: 'Returns the public keys of id_tokens',
      },
      async ({ reply }) => cached(reply, 300).send(await deps.idTokenKeys.published()),
    ),
  ];
}

function tokenRoutes(deps: DeviceGrantDeps, authenticator: Authenticator): Route[] {
  const byClient = { ...posted, limit: 'exchange' } as const;
  const aboutUser = {
    ...posted,
    path: '/oidc/userinfo',
    limit: 'read',
    summary: 'Returns the player of the bearer (OpenID Connect Core, 5.3)',
  } as const;
  const presented = ({ body, request }: { body: Fields; request: FastifyRequest }) => ({
    fields: body,
    authorization: request.headers.authorization,
    authenticator,
  });
  return [
    route(
      { ...byClient, path: '/oidc/token', operationId: 'oidcToken', summary: 'Exchanges a code for tokens' },
      async ({ body, request, reply }) => {
        reply.headers(unstored);
        return redeemStandardGrant(deps, body, request.headers.authorization, originOf(request));
      },
    ),
    route(
      {
        ...byClient,
        path: '/oidc/device_authorization',
        // Each request stores a row and reserves a user code.
        limit: 'signin',
        operationId: 'oidcDeviceAuthorization',
        summary: 'Starts a login on a device without a browser (RFC 8628)',
      },
      async ({ body, request, reply }) => {
        reply.headers(unstored);
        return authorizeDevice(deps, body, request.headers.authorization, originOf(request));
      },
    ),
    route(
      {
        ...byClient,
        path: '/oidc/revoke',
        operationId: 'oidcRevoke',
        summary: 'Ends the consent that a token belongs to (RFC 7009)',
      },
      async (asked) => {
        await revokeToken(deps, presented(asked), originOf(asked.request));
        return asked.reply.headers(unstored).send('');
      },
    ),
    route(
      {
        ...byClient,
        path: '/oidc/introspect',
        operationId: 'oidcIntrospect',
        summary: 'Returns whether a token of the app is active (RFC 7662)',
      },
      async (asked) => {
        asked.reply.headers(unstored);
        return introspectToken(deps, presented(asked));
      },
    ),
    route(
      {
        ...shape,
        path: aboutUser.path,
        limit: aboutUser.limit,
        summary: aboutUser.summary,
        method: 'GET',
        access: 'reader',
        readerScope: 'any',
        operationId: 'oidcUserInfoGET',
      },
      async ({ caller, reply }) => {
        const claims = await userInfo(deps.db, caller);
        reply.header('cache-control', 'no-store');
        return claims;
      },
    ),
    route({ ...aboutUser, operationId: 'oidcUserInfoPOST' }, async ({ body, request, reply }) => {
      reply.header('cache-control', 'no-store');
      return userInfo(deps.db, await bearerOfPost(authenticator, request.headers.authorization, body));
    }),
  ];
}

/**
 * A client may post its request (OpenID Connect Core, 3.1.2.1; RP-Initiated Logout, 2). The page reads it
 * from the query like any other request. This route decides nothing, so a form on another site cannot decide
 * anything either.
 */
function pageByPost(path: string, operationId: string, summary: string): Route {
  return route({ ...posted, path, operationId, summary, limit: 'signin' }, async ({ body, reply }) => {
    return reply.redirect(`${path}?${queryOfForm(body)}`, 303);
  });
}
