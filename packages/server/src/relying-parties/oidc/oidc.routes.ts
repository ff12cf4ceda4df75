import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { originOf } from '../../audit/index.ts';
import { handleOf } from '../../identity/index.ts';
import { mount, route, type Route } from '../../platform/http/index.ts';
import { readProfile } from '../../profile/index.ts';
import { discoveryDocument } from './discovery.ts';
import { invalidToken, OidcError, sendOidcError } from './oidc-error.ts';
import { redeemStandardCode, type StandardTokenDeps } from './redeem-standard-code.ts';

const anything = Type.Record(Type.String(), Type.Unknown());
const queryLengthMax = 4000;
const shape = { tag: 'oidc', reply: Type.Any(), acceptsForeignOrigin: true } as const;

/** The standard endpoints, in a scope of their own because their errors are those of their RFCs. */
export async function mountOidc(
  http: FastifyInstance,
  deps: StandardTokenDeps,
  judge: Parameters<typeof mount>[2],
): Promise<void> {
  await http.register(async (scope) => {
    scope.setErrorHandler(sendOidcError);
    mount(scope, [...documentRoutes(deps), ...tokenRoutes(deps), authorizeByPost()], judge);
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

function tokenRoutes(deps: StandardTokenDeps): Route[] {
  const userInfo = {
    ...shape,
    path: '/oidc/userinfo',
    access: 'reader',
    summary: 'Who the bearer speaks for (OpenID Connect Core, 5.3)',
  } as const;
  return [
    route({
      ...shape,
      method: 'POST',
      path: '/oidc/token',
      operationId: 'oidcToken',
      summary: 'Turns a code into tokens',
      access: 'public',
      limit: 'exchange',
      formBody: true,
      body: anything,
      async handle({ body, request, reply }) {
        reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
        return redeemStandardCode(deps, body, request.headers.authorization, originOf(request));
      },
    }),
    ...(['GET', 'POST'] as const).map((method) =>
      route({
        ...userInfo,
        method,
        operationId: `oidcUserInfo${method}`,
        limit: 'read',
        formBody: true,
        async handle({ caller, reply }) {
          if (caller.via !== 'bearer') throw invalidToken();
          const { displayName, avatarUrl, locale } = await readProfile(deps.db, caller.identityId);
          reply.header('cache-control', 'no-store');
          return {
            sub: caller.pid,
            preferred_username: handleOf(caller.pid),
            ...(displayName === null ? {} : { name: displayName }),
            ...(avatarUrl === null ? {} : { picture: avatarUrl }),
            ...(locale === null ? {} : { locale }),
          };
        },
      }),
    ),
  ];
}

/** A client may post its request (OpenID Connect Core, 3.1.2.1); the page reads it from the address like any other. */
function authorizeByPost(): Route {
  return route({
    ...shape,
    method: 'POST',
    path: '/authorize',
    operationId: 'authorizeByPost',
    summary: 'Leads a posted login request to the page',
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
      return reply.redirect(`/authorize?${query}`, 303);
    },
  });
}
