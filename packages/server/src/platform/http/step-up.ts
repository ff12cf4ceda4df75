import { concretePath, type ConfirmedRequest } from '@pid/protocol';
import type { FastifyRequest } from 'fastify';
import { invalid } from '../errors/index.ts';
import type { UserCaller } from './caller.ts';
import type { Route } from './route.ts';

/** The header in which a page repeats a request with the required signature. Other origins cannot send it. */
const assertionHeader = 'pid-assertion';

/** A request to an operation with step-up. Its body and caller have already been judged. */
export interface StepUpRequest {
  readonly route: Pick<Route, 'operationId' | 'method' | 'access' | 'stepUp'>;
  readonly caller: UserCaller;
  readonly confirms: ConfirmedRequest;
  /** The value of the header; null when it was not sent. */
  readonly assertion: string | null;
  readonly origin: { readonly address: string; readonly userAgent: string | null };
}

/** The step-up slice decides what counts as step-up; the platform decides when to require it. */
export interface StepUp {
  /**
   * Consumes the assertion of the request. True when a passkey that counts has signed exactly this request.
   */
  confirm(request: StepUpRequest): Promise<boolean>;
  /** Throws `step_up_required` with the kind that is needed, unless the caller's sign-in is enough. */
  require(caller: UserCaller, need: 'recent' | 'assertion'): Promise<void>;
}

/**
 * Runs after the body was judged and before any lookup. A machine token proves itself and needs no step-up.
 */
export function createStepUpHook(route: Route, stepUp: StepUp) {
  return async function judgeStepUp(request: FastifyRequest): Promise<void> {
    const { caller } = request;
    // The handler refuses an invalid body, because it knows further rules.
    if (caller?.type !== 'user' || caller.via !== 'session' || request.validationError) return;
    const asked: StepUpRequest = {
      route,
      caller,
      confirms: confirmedRequest(route, request),
      assertion: readHeader(request),
      origin: { address: request.ip, userAgent: request.headers['user-agent'] ?? null },
    };
    request.steppedUp = asked.assertion !== null && (await stepUp.confirm(asked));
    if (!request.steppedUp && (route.stepUp === 'recent' || route.stepUp === 'assertion'))
      await stepUp.require(caller, route.stepUp);
  };
}

/**
 * An assertion was sent that does not confirm the request. If it was already used, the request is a
 * repetition.
 */
export function isAssertionRefused(request: FastifyRequest): boolean {
  return !request.steppedUp && readHeader(request) !== null;
}

function confirmedRequest(route: Route, request: FastifyRequest): ConfirmedRequest {
  const split = request.url.indexOf('?');
  const query = new URLSearchParams(split < 0 ? '' : request.url.slice(split + 1));
  // The signed request has one value per name; a second value would take effect unsigned.
  if (new Set(query.keys()).size !== query.size) throw invalid('query must have each name once');
  return {
    method: route.method,
    // mutant (admin/admin.test): concretePath(route.path, request.params as Record<string, string>) => route.path
    path: concretePath(route.path, request.params as Record<string, string>),
    // From the address: the values after schema coercion are not those that were signed.
    query: Object.fromEntries(query),
    body: isBodySent(request) ? request.body : null,
  };
}

/** A missing body is validated as an empty one, but signed as none. */
function isBodySent({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function readHeader(request: FastifyRequest): string | null {
  const value = request.headers[assertionHeader];
  return typeof value === 'string' ? value : null;
}
