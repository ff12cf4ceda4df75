import { boundedSchema, paths, schemas, strictSchema } from '@pid/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError, impossible, invalid } from '../errors/index.ts';
import type { MachineCaller } from './caller.ts';
import { toServiceError } from './error-mapper.ts';
import { createJudge, type Judge, type JudgeOptions } from './judge.ts';
import type { Route } from './route.ts';
import { pathOf, patternOf, refuseUnrouted } from './known-methods.ts';
import { createStepUpHook, isAssertionRefused, type StepUp } from './step-up.ts';

export interface MountOptions extends JudgeOptions {
  readonly stepUp: StepUp;
  /**
   * Records the use of a machine credential before the handler runs. If recording fails, the request fails.
   */
  readonly recordUse: RecordUse;
}

export type RecordUse = (use: {
  readonly caller: MachineCaller;
  readonly operationId: string;
  readonly path: string;
  readonly address: string;
  readonly userAgent: string | null;
}) => Promise<void>;

/**
 * Adds declared routes to the server: access checks, validation, step-up, handler, serialization, deprecation
 * headers.
 */
export function mount(http: FastifyInstance, routes: readonly Route[], options: MountOptions): void {
  for (const route of routes) {
    assertStepUpDeclared(route);
    const url = fastifyPath(route.path);
    const judge = createJudge(route, url, options);
    const others = fixedPathsIn(route, routes);
    const reply = route.reply ?? schemas.okReply;
    http.route({
      method: route.method,
      url,
      config: { formBody: route.formBody === true },
      schema: {
        ...(route.params ? { params: boundedSchema(route.params) } : {}),
        ...(route.query ? { querystring: boundedSchema(route.query) } : {}),
        ...(route.body ? { body: strictSchema(route.body) } : {}),
        ...(route.status === 302 || route.status === 303
          ? {}
          : {
              response: {
                [route.status ?? 200]: reply,
                ...(route.repeatStatus ? { [route.repeatStatus]: reply } : {}),
              },
            }),
      },
      onRequest: [
        ...(others.size > 0 ? [createOtherPathHook(http, others)] : []),
        ...(route.deprecated ? [createDeprecationHook(route.deprecated)] : []),
        judge.judge,
      ],
      ...(route.method === 'GET'
        ? {}
        : {
            preValidation: [judge.judgeAgain, ...(route.body || route.reply === null ? [] : [refuseFields])],
          }),
      ...(route.furtherRules ? { attachValidation: true } : {}),
      preHandler: [
        ...(route.access === 'admin' ? [createUseHook(route, options.recordUse)] : []),
        ...(route.stepUp ? [createStepUpHook(route, options.stepUp)] : []),
      ],
      handler: createHandler(route, options.stepUp, judge),
    });
  }
}

/** Paths that the router would take for this route with another method: PATCH /v1/passkeys/options for PATCH /v1/passkeys/{id}. */
function fixedPathsIn({ path }: Route, routes: readonly Route[]): ReadonlySet<string> {
  if (!path.includes('{')) return new Set();
  const pattern = patternOf(fastifyPath(path));
  const fixed = routes.map((route) => route.path).filter((other) => !other.includes('{'));
  return new Set(fixed.filter((other) => pattern.test(other)));
}

function createOtherPathHook(http: FastifyInstance, paths: ReadonlySet<string>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const path = pathOf(request);
    if (paths.has(path)) refuseUnrouted(http.knownMethods(path), reply);
  };
}

/**
 * An operation without a body accepts none, or an empty object, which some clients always send. An operation
 * that always fails (`reply` is null) accepts any body.
 */
async function refuseFields({ body }: FastifyRequest): Promise<void> {
  if (body === undefined || body === null) return;
  if (typeof body !== 'object' || Array.isArray(body)) throw invalid('body must be empty');
  const names = Object.keys(body);
  if (names.length > 0)
    throw invalid(...names.slice(0, 3).map((name) => `${name.slice(0, 100)} is not a known field`));
}

/** An administrator's write must require more than a session cookie. */
function assertStepUpDeclared(route: Route): void {
  if (route.access === 'admin' && route.method !== 'GET' && !route.stepUp)
    impossible(`${route.operationId} is an administrator's write without step-up`);
}

function createUseHook({ operationId }: Route, recordUse: RecordUse) {
  return async function recordUseOf(request: FastifyRequest): Promise<void> {
    const { caller } = request;
    if (caller?.type !== 'machine') return;
    await recordUse({
      caller,
      operationId,
      // Without the query, which may contain a name that must be erased later.
      path: request.url.split('?')[0]!.slice(0, 200),
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? null,
    });
  };
}

/** Runs first, so that refused requests get these headers too. */
function createDeprecationHook({ sinceUnixSeconds, successor }: NonNullable<Route['deprecated']>) {
  return async (_request: FastifyRequest, reply: FastifyReply) => {
    // RFC 9745: a date as a structured field.
    reply.header('deprecation', `@${sinceUnixSeconds}`);
    reply.header('link', `<${paths[successor].split(' ')[1]}>; rel="successor-version"`);
  };
}

function createHandler({ status = 200, furtherRules, handle }: Route, stepUp: StepUp, judge: Judge) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    if (status === 302) reply.header('referrer-policy', 'no-referrer');
    else if (status !== 200 && status !== 303) reply.code(status);
    // A value that is too long is refused without checking the rest.
    if (request.validationError instanceof ServiceError) throw request.validationError;
    if (furtherRules && request.validationError)
      throw withFurtherRules(request.validationError, furtherRules(asObject(request.body)));
    return handle({
      caller: request.caller,
      params: request.params,
      query: request.query,
      body: request.body,
      steppedUp: request.steppedUp,
      assertionRefused: isAssertionRefused(request),
      requireStepUp: () => requireStepUp(request, stepUp),
      admitAgain: () => judge.admitAgain(request),
      request,
      reply,
    });
  };
}

async function requireStepUp(request: FastifyRequest, stepUp: StepUp): Promise<void> {
  const { caller } = request;
  if (request.steppedUp || caller?.type !== 'user') return;
  await stepUp.require(caller, 'assertion');
}

/** Merges the messages of the schema and of the route's further rules, without duplicates. */
function withFurtherRules(error: Error, further: readonly string[]): ServiceError {
  const { publicMessage } = toServiceError(error);
  return invalid(...new Set([publicMessage, ...further].flat()));
}

function asObject(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? (body as Record<string, unknown>)
    : {};
}

/** Declarations and OpenAPI use `{id}`, the router `:id`. */
function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
