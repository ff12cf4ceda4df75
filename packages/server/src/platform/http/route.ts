import { errorTable, paths, schemas, type Operation, type LimitClass, type Access } from '@pid/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorDefinition } from '../errors/index.ts';
import type { CallerOf } from './caller.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

interface RequestOf<A extends Access, Params extends TSchema, Query extends TSchema, Body extends TSchema> {
  readonly caller: CallerOf<A>;
  readonly params: Static<Params>;
  readonly query: Static<Query>;
  readonly body: Static<Body>;
  /** Whether a passkey that counts has signed this very request. Always false where no step-up is declared. */
  readonly steppedUp: boolean;
  /**
   * For `judged`: throws `step_up_required` unless this request is stepped up, or its caller has no passkey that counts and signed
   * in within ten minutes. A repeated request is answered before this is asked.
   */
  requireStepUp(): Promise<void>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Everything there is to know about an operation, in one place: the server, the checks and the OpenAPI document read it. */
export interface RouteDeclaration<
  A extends Access,
  Params extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Reply extends TSchema,
> {
  readonly method: Method;
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly access: A;
  readonly limit?: LimitClass;
  /** Of a `reader` route, the scope that an app's bearer needs: `read` unless told, so that a new route gives nothing away. */
  readonly readerScope?: 'any' | 'profile' | 'read';
  /**
   * What the caller proves anew before this happens (docs/step-up.md): `recent`, a sign-in of the last ten minutes;
   * `assertion`, a passkey's signature over this very request; `judged`, the handler decides by what it finds (money), and is
   * told whether an assertion came along.
   */
  readonly stepUp?: 'recent' | 'assertion' | 'judged';
  /** A frozen identity may do this all the same, though it needs a step-up: ending, revoking, and the way out of the freeze. */
  readonly allowFrozen?: boolean;
  /** Suspended identities may read, but write only where this is set. */
  readonly allowSuspended?: boolean;
  /** Only for a provider's callback: it arrives from the provider's site and proves itself by state and flow cookie. */
  readonly acceptsForeignOrigin?: boolean;
  /** Judged after access and before the body is read. */
  precondition?(request: FastifyRequest): void;
  /** Set on deprecated routes: the path that replaces this one, and since when. */
  readonly replaced?: { readonly by: string; readonly sinceUnixSeconds: number };
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /**
   * Sentences for broken rules that no schema can state. Asked when the schema is broken too, so that one answer names everything
   * that is wrong; fields may be of any type or missing. The handler asks the same of a body that fits the schema.
   */
  furtherRules?(body: Record<string, unknown>): readonly string[];
  /** Bodies besides JSON that this route takes. */
  readonly formBody?: boolean;
  readonly reply: Reply;
  readonly status?: 200 | 201 | 302;
  readonly errors?: readonly Pick<ErrorDefinition, 'code' | 'statusCode' | 'description'>[];
  /** As the contract declares it, where it does. */
  readonly operation?: Operation;
  /**
   * A GET answers by a promise even when it has nothing to wait for: an answer written while the head is still being parsed costs
   * more than the promise.
   */
  handle(
    request: RequestOf<A, Params, Query, Body>,
  ): Static<Reply> | FastifyReply | Promise<Static<Reply> | FastifyReply>;
}

// The platform handles routes of every shape alike; each slice keeps its own types inside `route`.
// oxlint-disable-next-line typescript/no-explicit-any
export type Route = RouteDeclaration<Access, any, any, any, any>;

type Part<O, Field extends string> = O extends { readonly [F in Field]: infer Schema extends TSchema }
  ? Static<Schema>
  : {};

/** What a handler may give where the contract says a number: a bigint is written as an integer too. */
type Served<T> = T extends number
  ? number | bigint
  : T extends readonly (infer Item)[]
    ? readonly Served<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Served<T[Name]> }
      : T;

interface HandledRequest<O extends Operation> extends Omit<
  RequestOf<O['access'], TSchema, TSchema, TSchema>,
  'params' | 'query' | 'body'
> {
  readonly params: Part<O, 'params'>;
  readonly query: Part<O, 'query'>;
  readonly body: Part<O, 'body'>;
}

type Answer<O extends Operation> = Served<Part<O, 'reply'>> | FastifyReply;

/** What only the server knows of an operation beside how it is done. */
type Extras = Pick<Route, 'precondition' | 'furtherRules'>;

/** The operation as the contract declares it, and how it is done. */
export function route<O extends Operation>(
  operation: O,
  handle: (request: HandledRequest<O>) => Answer<O> | Promise<Answer<O>>,
  extras?: Extras,
): Route;
export function route<
  A extends Access,
  Reply extends TSchema,
  Params extends TObject = TObject<{}>,
  Query extends TObject = TObject<{}>,
  Body extends TSchema = TSchema,
>(declaration: RouteDeclaration<A, Params, Query, Body, Reply>): Route;
export function route(operation: Operation | Route, handle?: Route['handle'], extras?: Extras): Route {
  return handle ? served(operation as Operation, handle, extras) : (operation as Route);
}

function served(operation: Operation, handle: Route['handle'], extras?: Extras): Route {
  const { errors = [], deprecated: since, reply, ...declared } = operation;
  return {
    ...declared,
    ...extras,
    operation,
    reply: reply ?? schemas.okReply,
    ...(since
      ? { replaced: { by: paths[since.successor].split(' ')[1]!, sinceUnixSeconds: since.sinceUnixSeconds } }
      : {}),
    errors: errors.map((code) => ({
      code,
      statusCode: errorTable[code].status,
      description: errorTable[code].meaning,
    })),
    handle,
  };
}

/** The operation under the path that it had before: done as `current` does it, and its answers say what replaces it. */
export function deprecated(current: Route, old: Operation): Route {
  return served(old, current.handle);
}
