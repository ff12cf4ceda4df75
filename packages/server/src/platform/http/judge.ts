import { machineRoleOf, type MachineRole } from '@pid/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError, refuse } from '../errors/index.ts';
import { addressKey } from './addresses.ts';
import type { Admission, Authenticator, Caller, MachineCaller, Principal } from './caller.ts';
import { readSingleCookie } from './cookies.ts';
import { collectBody, hasBody } from './collect-body.ts';
import type { RateLimiter, Verdict } from './rate-limits.ts';
import type { Route } from './route.ts';
import { isForeignRequest } from './same-origin.ts';

export interface JudgeOptions {
  readonly authenticator: Authenticator;
  /** Null when rate limits are off. */
  readonly limiter: RateLimiter | null;
  readonly ownOrigins: ReadonlySet<string>;
  /** Pids of the administrators. */
  readonly admins: ReadonlySet<string>;
}

interface Presented {
  readonly kind: 'none' | 'cookie' | 'bearer';
  readonly principal: Principal | null;
}

interface Known extends Presented {
  readonly admission: Admitted;
}

type Admitted = Admission | MachineCaller;

type Done = (error?: Error) => void;

const nothingPresented: Presented = { kind: 'none', principal: null };

/**
 * A request whose body is complete this soon after its head was judged is not judged again. Callers are
 * cached for at most 900 ms, so with these 100 ms a change takes effect within one second, as the contract
 * requires.
 */
const judgedForMillis = 100;

export interface Judge {
  /** Runs before the body is read, in the contract's order: rate limit, 401, 403. */
  judge(this: void, request: FastifyRequest, reply: FastifyReply, done: Done): void;
  /** Runs when the body is complete: a caller must not prolong an admission by holding back the last byte. */
  judgeAgain(this: void, request: FastifyRequest, reply: FastifyReply, done: Done): void;
  /**
   * For a long-running request: throws if its caller would no longer be admitted. Does not count as a
   * request.
   */
  admitAgain(this: void, request: FastifyRequest): Promise<void>;
}

/** Runs for every request, so decisions from memory are made without a promise. */
export function createJudge(route: Route, url: string, options: JudgeOptions): Judge {
  const { authenticator, limiter } = options;
  // Read once: the declarations have different shapes, which makes property access slow.
  const { access, body } = route;
  const limitClass = route.limit ?? (route.method === 'GET' ? 'read' : 'write');
  const { limitPer } = route;
  const refusalOf = createRefusal(route, options);

  function admit(principal: Principal): Admitted | Promise<Admitted> {
    return principal.type === 'machine'
      ? authenticator.admitMachine(principal)
      : authenticator.admit(principal);
  }

  function count(request: FastifyRequest, reply: FastifyReply, known: Known, done: Done): void {
    if (request.collectedBody) request.judgedMillis = performance.now();
    if (!limiter) return done(refusalOf(request, known));
    const common = commonBucketOf(known);
    const own = limitPer === 'player' && common !== undefined ? common : bucketOf(known, request);
    const verdict = limiter.take(limitClass, own, limitPer === undefined ? common : undefined);
    if (verdict instanceof Promise) countLater(verdict, request, reply, known, done);
    else done(applyVerdict(verdict, reply) ?? refusalOf(request, known));
  }

  // A separate function: a closure anywhere in `count` would slow down every call.
  function countLater(
    verdict: Promise<Verdict>,
    request: FastifyRequest,
    reply: FastifyReply,
    known: Known,
    done: Done,
  ): void {
    const judge = (taken: Verdict): void => done(applyVerdict(taken, reply) ?? refusalOf(request, known));
    verdict.then(judge, done);
  }

  function countWhenAdmitted(
    admission: Promise<Admitted>,
    request: FastifyRequest,
    reply: FastifyReply,
    presented: Presented,
    done: Done,
  ): void {
    admission.then((admitted) => count(request, reply, { ...presented, admission: admitted }, done), done);
  }

  const presentedBy = (request: FastifyRequest): Presented =>
    access === 'public' ? nothingPresented : present(request, authenticator, access === 'admin');

  function judge(request: FastifyRequest, reply: FastifyReply, done: Done): void {
    request.routeUrl = url;
    // A missing body is validated as an empty one, so that the response names every missing field.
    if (body) request.body = {};
    if (hasBody(request.raw)) takeBody(request);
    const { kind, principal } = presentedBy(request);
    request.principal = principal;
    // The caller is identified before counting, because counts are per caller. The node's cache makes this
    // cheap.
    const admission = principal ? admit(principal) : null;
    if (admission instanceof Promise) countWhenAdmitted(admission, request, reply, { kind, principal }, done);
    else count(request, reply, { kind, principal, admission }, done);
  }

  async function admitAgain(request: FastifyRequest): Promise<void> {
    // Checks the token again too: it may have expired.
    const { kind, principal } = presentedBy(request);
    const admission = principal ? await admit(principal) : null;
    request.caller = null;
    const refusal = refusalOf(request, { kind, principal, admission });
    if (refusal) throw refusal;
  }

  function judgeAgain(request: FastifyRequest, _reply: FastifyReply, done: Done): void {
    const isFresh =
      access === 'public' ||
      !request.collectedBody ||
      performance.now() - request.judgedMillis < judgedForMillis;
    if (isFresh) done();
    else finishAdmission(request, done);
  }

  function finishAdmission(request: FastifyRequest, done: Done): void {
    const pass = (): void => done();
    admitAgain(request).then(pass, done);
  }

  return { judge, judgeAgain, admitAgain };
}

/**
 * Reads the body while the request is judged, so that nothing accumulates in the stream. The body of a GET is
 * discarded.
 */
function takeBody(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') request.raw.resume();
  else request.collectedBody = collectBody(request.raw);
}

/** Returns why a request is refused, once its caller is known; undefined if it is allowed. */
function createRefusal(route: Route, { admins, ownOrigins }: JudgeOptions) {
  const { access, acceptsForeignOrigin = false, precondition } = route;
  const answers404 = route.errors?.includes('no_identity') ?? false;
  const neededRole = machineRoleOf(route);
  const refusesFrozen = route.stepUp !== undefined && !route.allowFrozen;
  const refusesSuspended = route.method !== 'GET' && !route.allowSuspended;

  return function refusalOf(request: FastifyRequest, known: Known): ServiceError | undefined {
    const { kind, admission } = known;
    if (known.principal?.type === 'machine') return refusalOfMachine(request, admission, neededRole);
    if (access === 'admin' && !isAdministrator(known, admins)) return refuse('not_found');
    if (access === 'optional-user') {
      if (!admission || admission === 'no_identity') {
        // No sign-in is needed here, but an invalid bearer or a cookie sent twice is refused.
        if (kind === 'bearer' || isSentTwice(request.headers.cookie)) return refuse('unauthorized');
      } else if (!isCaller(admission) || !isPermitted(route, admission))
        return refuse('read_only_token', { need: needOf(route, admission) });
      else request.caller = admission;
    } else if (access !== 'public') {
      if (admission === 'no_identity') return answers404 ? refuse('no_identity') : refuse('unauthorized');
      if (!admission) return refuse('unauthorized');
      if (!isCaller(admission) || !isPermitted(route, admission))
        return refuse('read_only_token', { need: needOf(route, admission) });
      if (admission.isPaused) return refuse('app_paused');
      request.caller = admission;
    }
    if (
      kind !== 'bearer' &&
      !acceptsForeignOrigin &&
      isForeignRequest(request, ownOrigins) &&
      usesOurCookies(request)
    ) {
      return refuse('foreign_origin');
    }
    if (refusesSuspended && request.caller?.type === 'user' && request.caller.status === 'suspended')
      return refuse('identity_suspended');
    if (refusesFrozen && request.caller?.type === 'user' && request.caller.frozenUntil !== undefined)
      return refuse('frozen', { until: request.caller.frozenUntil });
    return precondition ? caught(() => precondition(request)) : undefined;
  };
}

/**
 * Browsers do not send a machine credential automatically, and it proves itself with every request, so
 * neither origin nor step-up is checked. An unknown, revoked or expired credential gets 401 instead of 404,
 * because its operator could not find the reason otherwise.
 */
function refusalOfMachine(
  request: FastifyRequest,
  admission: Admitted,
  needs: MachineRole,
): ServiceError | undefined {
  if (!isMachine(admission)) return refuse('unauthorized');
  request.caller = admission;
  const { role } = admission;
  return role === 'owner' || role === needs || needs === 'reader'
    ? undefined
    : refuse('role_too_small', { role, needs });
}

function isMachine(admission: Admitted): admission is MachineCaller {
  return admission !== null && admission !== 'no_identity' && admission.type === 'machine';
}

function isCaller(admission: Caller | MachineCaller): admission is Caller {
  return admission.type !== 'machine';
}

function caught(check: () => void): ServiceError | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

function isAdministrator({ kind, admission }: Known, admins: ReadonlySet<string>): boolean {
  if (kind !== 'cookie' || admission === null || admission === 'no_identity' || admission.type !== 'user')
    return false;
  // Requires a passkey that counted at sign-in: a passkey that a thief just registered with a stolen cookie
  // gives no administrator access.
  return (
    admission.status === 'active' &&
    admission.method === 'passkey' &&
    admission.countsAsRecent &&
    admins.has(admission.pid)
  );
}

/**
 * A bearer takes precedence over a cookie; a cookie sent twice is ignored. Administrators' routes accept no
 * app tokens, and other routes accept no machine credentials.
 */
function present(request: FastifyRequest, authenticator: Authenticator, isAdmin: boolean): Presented {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined) {
    const token = bearerOf(authorization);
    const identify = isAdmin ? authenticator.identifyMachine : authenticator.identifyBearer;
    return { kind: 'bearer', principal: token ? identify(token) : null };
  }
  if (cookie === undefined) return nothingPresented;
  const token = readSingleCookie(cookie, 'pid_access');
  return { kind: 'cookie', principal: token ? authenticator.identifySession(token) : null };
}

/** RFC 6750. Our tokens contain no spaces, so the rest is not checked for them. */
function bearerOf(authorization: string): string {
  return authorization.slice(0, 7).toLowerCase() === 'bearer ' ? authorization.slice(7).trimStart() : '';
}

function isSentTwice(cookie: string | undefined): boolean {
  return (cookie?.match(/(?:^|;) *pid_access=/g)?.length ?? 0) > 1;
}

function usesOurCookies(request: FastifyRequest): boolean {
  return request.headers.cookie?.includes('pid_') ?? false;
}

function isPermitted({ access, readerScope = 'read', appScope = 'read' }: Route, caller: Caller): boolean {
  if (caller.type === 'app')
    return (
      (access === 'app' || access === 'app-or-user' || access === 'owner') &&
      (appScope === 'any' || caller.scopes.includes(appScope))
    );
  if (caller.via === 'session') return access !== 'app';
  return access === 'reader' && mayRead(caller.scopes ?? [], readerScope);
}

/** Returns what an operation requires of a caller who is not permitted: a scope, or another kind of token. */
function needOf(
  { access, readerScope = 'read', appScope = 'read' }: Route,
  caller: Caller | MachineCaller,
): 'session' | 'bearer' | 'machine_token' | 'profile' | 'balance' | 'read' | 'payments' {
  if (caller.type === 'app') {
    if (access === 'reader') return 'bearer';
    const takesApps = access === 'app' || access === 'app-or-user' || access === 'owner';
    return takesApps && appScope !== 'any' ? appScope : 'session';
  }
  if (access === 'app') return 'machine_token';
  return access === 'reader' && readerScope !== 'any' ? readerScope : 'session';
}

/** The scope `read` includes everything that a bearer can read. */
function mayRead(scopes: readonly string[], needed: 'any' | 'profile' | 'balance' | 'read'): boolean {
  return needed === 'any' || scopes.includes('read') || scopes.includes(needed);
}

/**
 * The rate limit bucket of a request. Each session, each app's bearer for a player, and each app has its own.
 * Callers that were not admitted count against their address only, so that a leaked and revoked token cannot
 * lock its owner out.
 */
function bucketOf({ principal, admission }: Known, request: FastifyRequest): string {
  if (!principal || !admission || admission === 'no_identity') return addressKey(request.ip);
  if (principal.type === 'session') return principal.sessionId;
  if (principal.type === 'machine') return `machine:${principal.secretHash}`;
  return principal.type === 'bearer' ? `bearer:${principal.grantId}` : `app:${principal.clientId}`;
}

/**
 * All sessions of an identity share a bucket, so that more sessions do not allow more and more requests.
 * Several stolen sessions can use it up, so operations that defend the identity do not count here
 * (`limitPer`).
 */
function commonBucketOf({ principal, admission }: Known): string | undefined {
  return admission && principal?.type === 'session' ? principal.identityId : undefined;
}

function applyVerdict(verdict: Verdict, reply: FastifyReply): ServiceError | undefined {
  reply.header('ratelimit-limit', verdict.limit);
  reply.header('ratelimit-remaining', verdict.remaining);
  reply.header('ratelimit-reset', verdict.resetSeconds);
  return verdict.allowed ? undefined : refuse('too_many_requests').retryAfter(verdict.resetSeconds);
}
