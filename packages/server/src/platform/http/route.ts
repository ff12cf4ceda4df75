import type { Access, Operation } from '@pid/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { CallerOf } from './caller.ts';

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

interface HandledRequest<A extends Access, Params, Query, Body> {
  readonly caller: CallerOf<A>;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Whether a passkey that counts has signed this very request. Always false where no step-up is declared. */
  readonly steppedUp: boolean;
  /** An assertion came along and confirms nothing: it was spent before, or is for another request. */
  readonly assertionRefused: boolean;
  /**
   * For `judged`: throws `step_up_required` unless this request is stepped up, or its caller has no passkey that counts and signed
   * in within ten minutes. A repeated request is answered before this is asked.
   */
  requireStepUp(): Promise<void>;
  /** For a request that waits: throws the refusal if its caller would not be admitted now. Asked at least every five seconds. */
  admitAgain(): Promise<void>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Answer<O extends Operation> = Served<Part<O, 'reply'>> | FastifyReply;

/**
 * A GET answers by a promise even when it has nothing to wait for: an answer written while the head is still being parsed costs
 * more than the promise.
 */
type Handle<O extends Operation> = (
  request: HandledRequest<O['access'], Part<O, 'params'>, Part<O, 'query'>, Part<O, 'body'>>,
) => Answer<O> | Promise<Answer<O>>;

/** What only the server knows of an operation beside how it is done. */
interface Extras {
  /** Judged after access and before the body is read. */
  precondition?(request: FastifyRequest): void;
  /**
   * Sentences for broken rules that no schema can state. Asked when the schema is broken too, so that one answer names everything
   * that is wrong; fields may be of any type or missing. The handler asks the same of a body that fits the schema.
   */
  furtherRules?(body: Record<string, unknown>): readonly string[];
}

/** An operation with how it is done. The platform handles all shapes alike; each slice keeps its own types inside `route`. */
export interface Route extends Operation, Extras {
  // oxlint-disable-next-line typescript/no-explicit-any
  handle(request: any): unknown;
}

/** The operation as it is declared, and how it is done. */
export function route<O extends Operation>(operation: O, handle: Handle<O>, extras?: Extras): Route {
  return { ...operation, ...extras, handle };
}

/** The operation under the path that it had before: done as `current` does it, and its answers say what replaces it. */
export function deprecated(current: Route, old: Operation): Route {
  return { ...old, handle: current.handle };
}
