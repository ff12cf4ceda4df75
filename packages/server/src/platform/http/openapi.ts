import type { TObject, TSchema } from 'typebox';
import { commonErrors } from '../errors/index.ts';
import type { Access } from './caller.ts';
import type { Route } from './route.ts';
import { ruleKeyword, schemas as contractSchemas } from '@pid/contract';
import { strictSchema } from './strict-schema.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.0.3 document of the declared routes. */
export function openApiDocument(routes: readonly Route[], baseUrl: URL): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const operations = (paths[route.path] ??= {});
    operations[route.method.toLowerCase()] = operation(route, schemas);
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'PID',
      version: '0.1.0',
      description: 'Identity, session and wallet service of a gaming ecosystem.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: baseUrl.origin }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({
      name,
      description: `Operations on ${name}`,
    })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        pid_access: {
          type: 'apiKey',
          in: 'cookie',
          name: 'pid_access',
          description: 'The session cookie of a signed-in user, valid 15 minutes.',
        },
        userBearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'Read-only token of one user, from the login-code exchange.',
        },
        machineToken: {
          type: 'oauth2',
          description: 'Token of an app itself.',
          flows: { clientCredentials: { tokenUrl: `${baseUrl.origin}/v1/auth/token`, scopes: {} } },
        },
      },
    },
  };
}

const securityOf: Record<Access, Json[]> = {
  public: [{}],
  user: [{ pid_access: [] }],
  'optional-user': [{}, { pid_access: [] }],
  reader: [{ pid_access: [] }, { userBearer: [] }],
  'app-or-user': [{ pid_access: [] }, { machineToken: [] }],
  app: [{ machineToken: [] }],
  admin: [{ pid_access: [] }],
};

function operation(route: Route, schemas: Json): Json {
  const status = String(route.status ?? 200);
  const body = route.body as TSchema | undefined;
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    tags: [route.tag],
    ...(route.successor ? { deprecated: true } : {}),
    security: securityOf[route.access],
    // What the caller's session has to prove anew: docs/step-up.md.
    ...(route.stepUp ? { 'x-step-up': route.stepUp } : {}),
    parameters: [...parameters(route.params, 'path', schemas), ...parameters(route.query, 'query', schemas)],
    ...(body
      ? {
          requestBody: { required: true, content: requestContent(route, hoist(strictSchema(body), schemas)) },
        }
      : {}),
    responses: {
      [status]:
        status === '302'
          ? { description: 'Redirect' }
          : {
              description: 'Success',
              content: { 'application/json': { schema: hoist(route.reply as TSchema, schemas) } },
            },
      ...errorResponses(route, schemas),
    },
  };
}

function requestContent(route: Route, schema: unknown): Json {
  return {
    'application/json': { schema },
    ...(route.formBody ? { 'application/x-www-form-urlencoded': { schema } } : {}),
  };
}

function parameters(schema: TObject | undefined, location: 'path' | 'query', schemas: Json): Json[] {
  if (!schema) return [];
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.has(name),
    schema: hoist(property, schemas),
  }));
}

/** Every status a route can answer, with the sentences it may carry. */
function errorResponses(route: Route, schemas: Json): Json {
  const possible = [
    commonErrors.tooManyRequests,
    commonErrors.internalError,
    commonErrors.overloaded,
    ...(route.access === 'public' || route.access === 'admin'
      ? []
      : [commonErrors.unauthorized, commonErrors.readOnlyToken]),
    ...(route.access === 'admin' ? [commonErrors.notFound] : []),
    ...(route.body
      ? [
          commonErrors.validationFailed,
          commonErrors.malformedJson,
          commonErrors.bodyTooLarge,
          commonErrors.unsupportedMediaType,
        ]
      : []),
    ...(route.query || route.params ? [commonErrors.validationFailed] : []),
    ...(route.access === 'public' || route.method === 'GET' || route.allowSuspended
      ? []
      : [commonErrors.identitySuspended]),
    ...(route.stepUp ? [commonErrors.stepUpRequired] : []),
    ...(route.stepUp && !route.allowFrozen ? [commonErrors.frozen] : []),
    ...(route.errors ?? []),
  ];
  const byStatus = new Map<number, Set<string>>();
  for (const { statusCode, description } of possible) {
    byStatus.set(statusCode, (byStatus.get(statusCode) ?? new Set()).add(description));
  }
  const content = { 'application/json': { schema: hoist(contractSchemas.apiError, schemas) } };
  return Object.fromEntries(
    [...byStatus].map(([status, sentences]) => [status, { description: [...sentences].join('; '), content }]),
  );
}

/** Moves schemas with a `title` into the components and leaves a reference; drops our own keywords. */
function hoist(schema: unknown, schemas: Json): unknown {
  if (Array.isArray(schema)) return schema.map((entry) => hoist(entry, schemas));
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy: Json = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key !== ruleKeyword && key !== 'title')
      copy[key] = key === 'enum' || key === 'default' ? value : hoist(value, schemas);
  }
  const title = (schema as { title?: string }).title;
  if (!title) return copy;
  schemas[title] = copy;
  return { $ref: `#/components/schemas/${title}` };
}
