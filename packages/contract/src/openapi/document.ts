import type { Operation } from '../declare.ts';
import { cookieSchemes } from './cookies.ts';
import { headerComponents } from './headers.ts';
import { describeOperation } from './operation.ts';
import type { Json } from './hoist.ts';

/** The OpenAPI 3.0.3 document of these operations, served at `origin`, such as https://pid.example. */
export function openApiDocument(operations: readonly Operation[], origin: string): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const operation of operations)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describeOperation(operation, schemas);
  return {
    openapi: '3.0.3',
    info: {
      title: 'PID',
      version: '0.1.0',
      description:
        'Identity, session and wallet service of a gaming ecosystem. Every refusal is `{statusCode, message}`; its code and what belongs to it stand in the header `pid-error`, which is what programs read.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: origin }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({
      name,
      description: `Operations on ${name}`,
    })),
    paths,
    components: {
      schemas,
      headers: headerComponents,
      securitySchemes: { ...cookieSchemes(operations), ...tokenSchemes(origin) },
    },
  };
}

function tokenSchemes(origin: string): Json {
  return {
    userBearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'Read-only token of one user, from the login-code exchange.',
    },
    machineToken: {
      type: 'oauth2',
      description: 'Token of an app itself.',
      flows: { clientCredentials: { tokenUrl: `${origin}/v1/auth/token`, scopes: {} } },
    },
    machineCredential: {
      type: 'http',
      scheme: 'bearer',
      description:
        'Of a program that administers: `pid admin credential add` makes it, with a role. No signature of a passkey is asked of it; `x-machine-role` is the role that an operation takes.',
    },
  };
}
