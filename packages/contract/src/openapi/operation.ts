import type { TSchema } from 'typebox';
import { rolesFor } from '../app-roles.ts';
import {
  limitClasses,
  limitWindowOf,
  machineRoleOf,
  type Access,
  type LimitClass,
  type Operation,
} from '../declare.ts';
import { errorTable, type ErrorEntry } from '../errors/index.ts';
import { paths } from '../paths.ts';
import { refusalsOf } from '../refusals.ts';
import { apiError } from '../schemas.ts';
import { strictSchema } from '../strict-schema.ts';
import { headerParameters, headersOfRefusal, headersOfSuccess } from './headers.ts';
import { cookieParameters } from './cookies.ts';
import { hoist, type Json } from './hoist.ts';

const securityOf: Record<Access, Json[]> = {
  public: [{}],
  user: [{ pid_access: [] }],
  'optional-user': [{}, { pid_access: [] }],
  reader: [{ pid_access: [] }, { userBearer: [] }],
  'app-or-user': [{ pid_access: [] }, { machineToken: [] }],
  owner: [{ pid_access: [] }],
  app: [{ machineToken: [] }],
  admin: [{ pid_access: [] }, { machineCredential: [] }],
};

export function describeOperation(operation: Operation, schemas: Json): Json {
  const limit = limitOf(operation);
  return {
    operationId: operation.operationId,
    summary: operation.summary,
    description: words(operation).join('\n\n'),
    tags: [operation.tag],
    ...(operation.deprecated ? { deprecated: true } : {}),
    security: operation.requiresCookie?.map((cookie) => ({ [cookie]: [] })) ?? securityOf[operation.access],
    'x-limit': {
      class: limit,
      [limitWindowOf(limit) === 'hour' ? 'requestsPerHour' : 'requestsPerMinute']: limitClasses[limit],
      ...(operation.limitPer ? { per: operation.limitPer } : {}),
    },
    ...(operation.access === 'admin' ? { 'x-machine-role': machineRoleOf(operation) } : {}),
    ...(operation.stepUp ? { 'x-step-up': operation.stepUp } : {}),
    parameters: [
      ...parameters(operation, 'path', schemas),
      ...parameters(operation, 'query', schemas),
      ...headerParameters(operation),
      ...cookieParameters(operation),
    ],
    ...requestBody(operation, schemas),
    responses: { ...success(operation, schemas), ...refusals(operation, schemas) },
  };
}

export function limitOf({ limit, method }: Operation): LimitClass {
  return limit ?? (method === 'GET' ? 'read' : 'write');
}

const callers: Record<Access, string> = {
  public: 'No authentication. Tokens are ignored.',
  user: 'Requires the player’s session cookie.',
  'optional-user': 'Accepts the player’s session cookie, or no authentication.',
  reader: 'Requires the player’s session cookie, or an app’s bearer for the player',
  'app-or-user': 'Requires the player’s session cookie, or the app’s machine token.',
  owner: 'Requires the session cookie of a member of the app. A machine token is refused.',
  app: 'Requires the app’s machine token.',
  admin:
    'Requires an administrator’s session that was opened with a passkey, or a machine credential. Everyone else gets 404.',
};

const stepUps = {
  recent:
    'Step-up: requires a recent sign-in (within ten minutes), or a passkey’s signature over this request in the header `pid-assertion`.',
  assertion:
    'Step-up: requires a passkey’s signature over this request in the header `pid-assertion`. A player without a passkey that counts (see POST /v1/passkeys) needs a recent sign-in (within ten minutes) instead.',
  judged:
    'Step-up: can require a passkey’s signature over this request in the header `pid-assertion`. A player without a passkey that counts (see POST /v1/passkeys) needs a recent sign-in (within ten minutes) instead. The error `step_up_required` says what is needed.',
  passkey:
    'Step-up: can require a passkey’s signature over this request in the header `pid-assertion`, also from players without a passkey that counts (see POST /v1/passkeys).',
};

const countedPer = {
  session: 'Requests of other sessions do not count towards this limit.',
  player: 'All sessions of a player share this limit.',
};

function words(operation: Operation): string[] {
  const { access, readerScope = 'read', deprecated, requiresCookie } = operation;
  const limit = limitOf(operation);
  const scope = readerScope === 'any' ? ' with any scope.' : ` with the scope \`${readerScope}\`.`;
  return [
    ...(operation.description ? [operation.description] : []),
    ...(operation.reply === null ? ['This operation always returns an error.'] : []),
    ...(deprecated ? [`Deprecated: use ${paths[deprecated.successor]} instead.`] : []),
    requiresCookie
      ? `Requires the cookie ${requiresCookie.map((name) => `\`${name}\``).join(' or ')}.`
      : access === 'reader'
        ? callers.reader + scope
        : callers[access],
    ...rolesIn(operation),
    ...(operation.method === 'GET' || operation.body
      ? []
      : ['Takes no body. An empty JSON object is accepted.']),
    ...(operation.stepUp ? [stepUps[operation.stepUp]] : []),
    `At most ${limitClasses[limit]} requests ${limitWindowOf(limit) === 'hour' ? 'an hour' : 'a minute'} per caller, shared by all operations of the class \`${limit}\`.`,
    ...(operation.limitPer ? [countedPer[operation.limitPer]] : []),
  ];
}

function rolesIn({ operationId }: Operation): string[] {
  const roles = rolesFor(operationId).map((role) => `\`${role}\``);
  return roles.length === 0 ? [] : [`Roles in the app that may call it: ${roles.join(', ')}.`];
}

export function parameters(operation: Operation, location: 'path' | 'query', schemas: Json): Json[] {
  const schema = location === 'path' ? operation.params : operation.query;
  if (!schema) return [];
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description, ...form } = property as TSchema & { readonly description?: string };
    const example = operation.example?.[name];
    return {
      name,
      in: location,
      required: location === 'path' || required.has(name),
      ...(description === undefined ? {} : { description }),
      schema: hoist(form, schemas),
      ...(example === undefined ? {} : { example }),
    };
  });
}

function requestBody(operation: Operation, schemas: Json): Json {
  if (!operation.body) return {};
  const schema = hoist(strictSchema(operation.body), schemas);
  const example = bodyExample(operation);
  const content = { schema, ...(example ? { example } : {}) };
  return {
    requestBody: {
      required: true,
      content: {
        'application/json': content,
        ...(operation.formBody ? { 'application/x-www-form-urlencoded': content } : {}),
      },
    },
  };
}

export function bodyExample({
  example,
  params,
  query,
}: Pick<Operation, 'example' | 'params' | 'query'>): Json | null {
  if (!example) return null;
  const elsewhere = new Set([
    ...Object.keys(params?.properties ?? {}),
    ...Object.keys(query?.properties ?? {}),
  ]);
  return Object.fromEntries(Object.entries(example).filter(([name]) => !elsewhere.has(name)));
}

function success(operation: Operation, schemas: Json): Json {
  const { reply, status = 200, textReply } = operation;
  if (reply === null) return {};
  const headers = headersOfSuccess(operation);
  if (status === 302) return { [status]: { description: 'Redirect', headers } };
  const content = {
    'application/json': { schema: hoist(reply, schemas) },
    ...(textReply ? { [textReply]: { schema: { type: 'string' } } } : {}),
  };
  const { repeatStatus } = operation;
  return {
    [status]: { description: 'Success', headers, content },
    ...(repeatStatus
      ? {
          [repeatStatus]: {
            description: 'Success: returns the result of an earlier request',
            headers,
            content,
          },
        }
      : {}),
  };
}

function refusals(operation: Operation, schemas: Json): Json {
  const byStatus = new Map<number, [code: string, entry: ErrorEntry][]>();
  for (const code of refusalsOf(operation)) {
    const entry: ErrorEntry = errorTable[code];
    byStatus.set(entry.status, [...(byStatus.get(entry.status) ?? []), [code, entry]]);
  }
  const content = { 'application/json': { schema: hoist(apiError, schemas) } };
  return Object.fromEntries(
    [...byStatus].map(([status, entries]) => [
      status,
      {
        description: [...new Set(entries.map(([, { meaning }]) => meaning))].join('; '),
        'x-codes': Object.fromEntries(
          entries.map(([code, { meaning, context }]) => [code, { meaning, ...(context ? { context } : {}) }]),
        ),
        headers: headersOfRefusal(operation, status),
        content,
      },
    ]),
  );
}
