import { operations } from '@pid/contract';
import { Type } from 'typebox';
import { originOf } from '../audit/index.ts';
import { pidOf, pidSchema } from '../identity/index.ts';
import { AppError, commonErrors } from '../platform/errors/index.ts';
import { sha256 } from '../platform/hash.ts';
import { route, schemas, type Route } from '../platform/http/index.ts';
import { readProfile } from '../profile/index.ts';
import { appPaused, codeInvalid } from './app-errors.ts';
import { findApp } from './apps.store.ts';
import { authenticateClient, readClient } from './client-credentials.ts';
import { awaitsSecret } from './codes.store.ts';
import { redeemCode, type RedeemDeps } from './redeem-code.ts';
import { bearerTtlSeconds, machineToken, machineTtlSeconds, userBearer, type TokenDeps } from './tokens.ts';

export interface ExchangeDeps extends TokenDeps, RedeemDeps {}

/** RFC 7636, 4.1. */
const codeVerifier = schemas.text(
  '^[A-Za-z0-9._~-]{43,128}$',
  'must be 43-128 characters of letters, digits and -._~',
);

export function exchangeRoutes(deps: ExchangeDeps): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v1/auth/exchange',
      operationId: 'exchangeCode',
      summary: 'Turns a login code into the user’s pid, profile and read-only bearer',
      description:
        'With `code_verifier` when the login sent a challenge, else with `client_secret`; with both where the app sets `requireSecret`. A code works once, within 5 minutes; a second use with the right proof ends the login.',
      tag: 'auth',
      access: 'public',
      limit: 'exchange',
      body: Type.Object({
        client_id: Type.String({ maxLength: 64 }),
        code: Type.String({ minLength: 1, maxLength: 128 }),
        code_verifier: Type.Optional(codeVerifier),
        client_secret: Type.Optional(Type.String({ maxLength: 128 })),
      }),
      reply: Type.Object(
        {
          pid: pidSchema,
          profile: operations.getProfile.reply,
          accessToken: Type.String(),
          tokenType: Type.String(),
          scope: Type.String(),
          expiresIn: Type.Integer(),
        },
        { title: 'Exchanged' },
      ),
      errors: [codeInvalid, commonErrors.unauthorized, appPaused],
      async handle({ body, request, reply }) {
        const { client_id: clientId, code, client_secret: secret } = body;
        const app =
          secret === undefined
            ? await findApp(deps.db, clientId)
            : await authenticateClient(deps, clientId, secret);
        if (!app) throw secret === undefined ? codeInvalid() : commonErrors.unauthorized();
        const isAuthenticated = secret !== undefined;
        if (app.requireSecret && !isAuthenticated) throw commonErrors.unauthorized();
        const spent = await redeemCode(deps, {
          protocol: 'pid',
          code,
          clientId,
          isAuthenticated,
          codeVerifier: body.code_verifier,
          redirectUri: null,
          origin: originOf(request),
        });
        if (spent === 'paused') throw appPaused();
        if (!spent) {
          const lacksSecret =
            !isAuthenticated &&
            body.code_verifier === undefined &&
            (await awaitsSecret(deps.db, sha256(code), clientId, deps.clock.now()));
          throw lacksSecret ? commonErrors.unauthorized() : codeInvalid();
        }
        reply.header('cache-control', 'no-store');
        return {
          pid: pidOf(spent.handle),
          profile: await readProfile(deps.db, spent.identity_id),
          accessToken: userBearer(deps, clientId, spent),
          tokenType: 'Bearer',
          scope: 'read',
          expiresIn: bearerTtlSeconds,
        };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/auth/token',
      operationId: 'issueMachineToken',
      summary: 'The token of an app itself, by its client credentials',
      description: 'RFC 6749, 4.4: the client by HTTP Basic or in the body, as a form or JSON.',
      tag: 'auth',
      access: 'public',
      limit: 'exchange',
      formBody: true,
      body: Type.Object(
        {
          grant_type: schemas.literals(['client_credentials']),
          client_id: Type.Optional(Type.String()),
          client_secret: Type.Optional(Type.String()),
        },
        { additionalProperties: true },
      ),
      reply: Type.Object({
        access_token: Type.String(),
        token_type: Type.String(),
        expires_in: Type.Integer(),
      }),
      errors: [commonErrors.unauthorized, appPaused],
      async handle({ body, request, reply }) {
        const client = readClient(request.headers.authorization, body);
        const app = client && (await authenticateClient(deps, client.clientId, client.secret));
        if (!app)
          throw new AppError('unauthorized', 401, 'Unauthorized', {
            'www-authenticate': 'Basic realm="PID"',
          });
        if (app.pausedBy !== null) throw appPaused();
        reply.header('cache-control', 'no-store');
        return { access_token: machineToken(deps, app), token_type: 'Bearer', expires_in: machineTtlSeconds };
      },
    }),
  ];
}
