import { concretePath, type ConfirmedRequest } from '@pid/protocol';
import type { FastifyRequest } from 'fastify';
import { invalid } from '../errors/index.ts';
import type { UserCaller } from './caller.ts';
import type { Route } from './route.ts';

/** The header in which a page repeats a request with the signature that was asked for. No other origin may send it. */
const assertionHeader = 'pid-assertion';

/** One request for whose like step-up is declared, as the judge sees it: body and caller have been judged before. */
export interface StepUpRequest {
  readonly route: Pick<Route, 'operationId' | 'method' | 'access' | 'stepUp'>;
  readonly caller: UserCaller;
  readonly confirms: ConfirmedRequest;
  /** What the header holds; null when it was not sent. */
  readonly assertion: string | null;
  readonly origin: { readonly address: string; readonly userAgent: string | null };
}

/** What counts as step-up is known to the slice of that name; the platform knows when to ask it. */
export interface StepUp {
  /** Spends the assertion that came along. True when a passkey that counts has signed this very request. */
  confirm(request: StepUpRequest): Promise<boolean>;
  /** Throws `step_up_required` with what is needed, unless the caller's own sign-in is enough. */
  require(caller: UserCaller, need: 'recent' | 'assertion'): Promise<void>;
}

/** Runs when the body has been judged and before anything is looked up. A machine token proves itself and is not asked. */
export function createStepUpHook(route: Route, stepUp: StepUp) {
  return async function judgeStepUp(request: FastifyRequest): Promise<void> {
    const { caller } = request;
    // A body that breaks a rule is refused by the handler, which knows further rules.
    if (caller?.type !== 'user' || caller.via !== 'session' || request.validationError) return;
    const asked: StepUpRequest = {
      route,
      caller,
      confirms: confirmedRequest(route, request),
      assertion: readHeader(request),
      origin: { address: request.ip, userAgent: request.headers['user-agent'] ?? null },
    };
    request.steppedUp = asked.assertion !== null && (await stepUp.confirm(asked));
    if (!request.steppedUp && route.stepUp && route.stepUp !== 'judged')
      await stepUp.require(caller, route.stepUp);
  };
}

/** Whoever sent one meant to confirm. Where it is spent, the request is one that was made before. */
export function isAssertionRefused(request: FastifyRequest): boolean {
  return !request.steppedUp && readHeader(request) !== null;
}

function confirmedRequest(route: Route, request: FastifyRequest): ConfirmedRequest {
  const split = request.url.indexOf('?');
  const query = new URLSearchParams(split < 0 ? '' : request.url.slice(split + 1));
  // What is signed has one value a name; a second one would act unsigned.
  if (new Set(query.keys()).size !== query.size) throw invalid('query must have each name once');
  return {
    method: route.method,
    // mutant (admin/admin.test): concretePath(route.path, request.params as Record<string, string>) => route.path
    path: concretePath(route.path, request.params as Record<string, string>),
    // As the address has it: what the schema made of it is not what was signed.
    query: Object.fromEntries(query),
    body: isBodySent(request) ? request.body : null,
  };
}

/** An absent body is judged as an empty one; signed, it is none. */
function isBodySent({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function readHeader(request: FastifyRequest): string | null {
  const value = request.headers[assertionHeader];
  return typeof value === 'string' ? value : null;
}
