import type { Access, Operation } from '@pid/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { CallerOf } from './caller.ts';

type Part<O, Field extends string> = O extends { readonly [F in Field]: infer Schema extends TSchema }
  ? Static<Schema>
  : {};

/** A handler may return a bigint where the contract has a number: it is written as an integer. */
type Served<T> = T extends number
  ? number | bigint
  : T extends readonly (infer Item)[]
    ? readonly Served<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Served<T[Name]> }
      : T;

interface HandledRequest<A extends Access, Params, Query, Body> {
  readonly caller: CallerOf<A>;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /**
   * Whether a passkey that counts has signed exactly this request. Always false where no step-up is declared.
   */
  readonly steppedUp: boolean;
  /** The request has an assertion that does not confirm it: it was used before, or is for another request. */
  readonly assertionRefused: boolean;
  /**
   * For `judged`: throws `step_up_required` unless this request is stepped up, or its caller has no passkey
   * that counts and signed in within ten minutes. Check for a replayed request first; it needs no new
   * step-up.
   */
  requireStepUp(): Promise<void>;
  /**
   * For a long-running request: throws the refusal if its caller would no longer be admitted. Call it at
   * least every five seconds.
   */
  admitAgain(): Promise<void>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Answer<O extends Operation> = Served<Part<O, 'reply'>> | FastifyReply;

/**
 * A GET returns a promise even when it has nothing to wait for: writing a response while the head is still
 * being parsed costs more than the promise.
 */
type Handle<O extends Operation> = (
  request: HandledRequest<O['access'], Part<O, 'params'>, Part<O, 'query'>, Part<O, 'body'>>,
) => Answer<O> | Promise<Answer<O>>;

/** Server-side parts of an operation besides its handler. */
interface Extras {
  /** Runs after the access checks and before the body is read. */
  precondition?(request: FastifyRequest): void;
  /**
   * Sentences for broken rules that no schema can express. Also called when the schema is broken, so that one
   * response names everything that is wrong; fields may then be of any type or missing. The handler must call
   * it for a body that matches the schema.
   */
  furtherRules?(body: Record<string, unknown>): readonly string[];
}

/**
 * An operation with its handler. The platform handles all shapes alike; each slice keeps its own types inside
 * `route`.
 */
export interface Route extends Operation, Extras {
  // oxlint-disable-next-line typescript/no-explicit-any
  handle(request: any): unknown;
}

/** Combines a declared operation with its handler. */
export function route<O extends Operation>(operation: O, handle: Handle<O>, extras?: Extras): Route {
  return { ...operation, ...extras, handle };
}

/**
 * The operation under its earlier path: handled like `current`, with response headers that name the
 * replacement.
 */
export function deprecated(current: Route, old: Operation): Route {
  return { ...old, handle: current.handle };
}
