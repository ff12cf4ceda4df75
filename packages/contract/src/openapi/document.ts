import manifest from '../../package.json' with { type: 'json' };
import type { Operation } from '../declare.ts';
import { cookieSchemes } from './cookies.ts';
import { headerComponents } from './headers.ts';
import { isStandardEndpoint } from '../standard/index.ts';
import { describeOperation } from './operation.ts';
import { describeStandardEndpoint } from './standard-endpoint.ts';
import { hoist, type Json } from './hoist.ts';
import { apiError } from '../schemas.ts';

export function openApiDocument(operations: readonly Operation[], origin: string): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  const responses = parserResponses(schemas);
  const ofParser = Object.fromEntries(
    Object.keys(responses).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
  );
  for (const operation of operations) {
    const described = isStandardEndpoint(operation)
      ? describeStandardEndpoint(operation, schemas)
      : describeOperation(operation, schemas);
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = {
      ...described,
      responses: { ...(described['responses'] as Json), ...ofParser },
    };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'PID',
      version: manifest.version,
      description:
        'Identity, sessions, wallet and payments for games. Errors have the body `{statusCode, message}`; the header `pid-error` contains a code for programs, with values that belong to it. Errors of the tag `oidc` have the body `{error, error_description}` of RFC 6749 instead.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: origin }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({
      name,
      description: tagDescriptions[name],
    })),
    paths,
    components: {
      schemas,
      responses,
      headers: headerComponents,
      securitySchemes: { ...cookieSchemes(operations), ...tokenSchemes(origin) },
    },
  };
}

/** The HTTP parser refuses these requests before the service knows the operation, so they have no further headers. */
function parserResponses(schemas: Json): Json {
  const content = { 'application/json': { schema: hoist(apiError, schemas) } };
  return {
    408: { description: 'The request did not arrive within 20 seconds', content },
    431: { description: 'Address and headers are larger than 16 KiB', content },
  };
}

const tagDescriptions: Readonly<Record<string, string>> = {
  auth: 'Sign-in, sessions, and the login of apps.',
  oidc: 'OpenID Connect and OAuth 2.0 for standard clients. Errors have the body `{error, error_description}`.',
  identity: 'The identity of a player: logins, activity, notices, freeze and deletion.',
  passkeys: 'Passkeys of a player, and their approval.',
  profile: 'Profiles of players.',
  family: 'The age of a player, parents and children, and the rules of parents.',
  games: 'Games that players can start, their covers, and the favourites of a player.',
  apps: 'Apps of a developer: settings, secrets, balance and verification.',
  payments: 'Payments that an app creates and a player confirms, and the events of an app.',
  admin: 'Administration of players, apps and money.',
  permissions: 'Permissions of session keys on EVM chains.',
  'session keys': 'Game sessions on Solana, and sponsored moves.',
  sandbox: 'Test players of an app, and their payments. Only in a sandbox and in development.',
  development: 'Helpers for development, only on the machine that runs the service.',
  wallet: 'The chain, and the deprecated wallet operations.',
  fiat: 'Rupiah of a player: balance, statement, sends, limits and top-ups.',
  transparency: 'Books that anyone can check: the public log, daily totals and proofs.',
  account: 'The Solana smart account of a player.',
  recovery: 'Recovery of an identity and its smart account, and guardians.',
};

function tokenSchemes(origin: string): Json {
  return {
    userBearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'Read-only token of an app for one player, from the exchange of a login code.',
    },
    machineToken: {
      type: 'oauth2',
      description: 'Token of an app itself, from POST /v1/auth/token.',
      flows: { clientCredentials: { tokenUrl: `${origin}/v1/auth/token`, scopes: {} } },
    },
    clientSecret: {
      type: 'http',
      scheme: 'basic',
      description:
        'Public identifier and secret of an app, each form-encoded (RFC 6749, 2.3.1). They can be fields of the body instead. An app without a server sends only `client_id`.',
    },
    machineCredential: {
      type: 'http',
      scheme: 'bearer',
      description:
        'Credential of a program that administers the service, created with `pid admin credential add`. It has a role and needs no passkey signature. `x-machine-role` is the role that an operation requires.',
    },
  };
}
