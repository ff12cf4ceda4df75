import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { originOf } from '../../audit/index.ts';
import { mount, route, type Authenticator, type Route } from '../../platform/http/index.ts';
import { discoveryDocument } from './discovery.ts';
import { introspectToken, revokeToken } from './judge-token.ts';
import { invalidToken, OidcError, sendOidcError } from './oidc-error.ts';
import { redeemStandardCode, type StandardTokenDeps } from './redeem-standard-code.ts';
import { bearerOfPost, userInfo } from './user-info.ts';

const anything = Type.Record(Type.String(), Type.Unknown());
const queryLengthMax = 4000;
const unstored = { 'cache-control': 'no-store', pragma: 'no-cache' };
const shape = { tag: 'oidc', reply: Type.Any(), acceptsForeignOrigin: true } as const;

/** The standard endpoints, in a scope of their own because their errors are those of their RFCs. */
export async function mountOidc(
  http: FastifyInstance,
  deps: StandardTokenDeps,
  judge: Parameters<typeof mount>[2],
): Promise<void> {
  await http.register(async (scope) => {
    scope.setErrorHandler(sendOidcError);
    const routes = [
      ...documentRoutes(deps),
      ...tokenRoutes(deps, judge.authenticator),
      pageByPost('/authorize', 'authorizeByPost', 'Leads a posted login request to the page'),
      pageByPost('/oidc/logout', 'logoutByPost', 'Leads a posted logout request to the page'),
    ];
    mount(scope, routes, judge);
  });
}

function documentRoutes(deps: StandardTokenDeps): Route[] {
  const discovery = discoveryDocument(deps.issuer);
  const paths = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'];
  return [
    ...paths.map((path, index) =>
      route({
        ...shape,
        method: 'GET',
        path,
        operationId: `discovery${index}`,
        summary: 'What stock clients configure themselves from',
        access: 'public',
        handle: async ({ reply }) => reply.header('cache-control', 'public, max-age=3600').send(discovery),
      }),
    ),
    route({
      ...shape,
      method: 'GET',
      path: '/.well-known/jwks.json',
      operationId: 'jwks',
      summary: 'The keys of id_tokens',
      access: 'public',
      handle: async ({ reply }) =>
        reply.header('cache-control', 'public, max-age=300').send(await deps.idTokenKeys.published()),
    }),
  ];
}

function tokenRoutes(deps: StandardTokenDeps, authenticator: Authenticator): Route[] {
  const userInfoShape = {
    ...shape,
    path: '/oidc/userinfo',
    limit: 'read',
    summary: 'Who the bearer speaks for (OpenID Connect Core, 5.3)',
  } as const;
  const clientShape = {
    ...shape,
    method: 'POST',
    access: 'public',
    limit: 'exchange',
    formBody: true,
    body: anything,
  } as const;
  return [
    route({
      ...clientShape,
      path: '/oidc/token',
      operationId: 'oidcToken',
      summary: 'Turns a code into tokens',
      async handle({ body, request, reply }) {
        reply.headers(unstored);
        return redeemStandardCode(deps, body, request.headers.authorization, originOf(request));
      },
    }),
    route({
      ...clientShape,
      path: '/oidc/revoke',
      operationId: 'oidcRevoke',
      summary: 'Ends the consent that a token stands for (RFC 7009)',
      async handle({ body, request, reply }) {
        const asked = { fields: body, authorization: request.headers.authorization, authenticator };
        await revokeToken(deps, asked, originOf(request));
        return reply.headers(unstored).send('');
      },
    }),
    route({
      ...clientShape,
      path: '/oidc/introspect',
      operationId: 'oidcIntrospect',
      summary: "Whether one of the app's own tokens still stands (RFC 7662)",
      async handle({ body, request, reply }) {
        reply.headers(unstored);
        return introspectToken(deps, {
          fields: body,
          authorization: request.headers.authorization,
          authenticator,
        });
      },
    }),
    route({
      ...userInfoShape,
      method: 'GET',
      access: 'reader',
      readerScope: 'any',
      operationId: 'oidcUserInfoGET',
      async handle({ caller, reply }) {
        if (caller.via !== 'bearer') throw invalidToken();
        reply.header('cache-control', 'no-store');
        return userInfo(deps.db, caller);
      },
    }),
    route({
      ...userInfoShape,
      method: 'POST',
      access: 'public',
      formBody: true,
      body: anything,
      operationId: 'oidcUserInfoPOST',
      async handle({ body, request, reply }) {
        reply.header('cache-control', 'no-store');
        const caller = await bearerOfPost(authenticator, request.headers.authorization, body);
        return userInfo(deps.db, caller);
      },
    }),
  ];
}

/**
 * A client may post its request (OpenID Connect Core, 3.1.2.1; RP-Initiated Logout, 2); the page reads it from the address like any
 * other. Nothing is decided here, so that another site's form decides nothing.
 */
function pageByPost(path: string, operationId: string, summary: string): Route {
  return route({
    ...shape,
    method: 'POST',
    path,
    operationId,
    summary,
    access: 'public',
    limit: 'signin',
    formBody: true,
    body: anything,
    async handle({ body, reply }) {
      const fields = Object.entries(body).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      );
      const query = new URLSearchParams(fields).toString();
      if (query.length > queryLengthMax)
        throw new OidcError('invalid_request', 400, 'The request is too long');
      return reply.redirect(`${path}?${query}`, 303);
    },
  });
}
