import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, commonErrors } from '../errors/index.ts';
import type { Access, Authenticator, Caller, Principal } from './caller.ts';
import { isForeignRequest } from './same-origin.ts';
import { addressKey, type RateLimiter, type Verdict } from './rate-limits.ts';
import type { Route } from './route.ts';
import { readCookies, readSingleCookie } from './cookies.ts';

export interface JudgeOptions {
  readonly authenticator: Authenticator;
  /** Null when limits are off. */
  readonly limiter: RateLimiter | null;
  readonly ownOrigins: ReadonlySet<string>;
  /** Pids of the administrators. */
  readonly admins: ReadonlySet<string>;
}

/** Runs before the body is read, in the contract's order: rate limit, 401, 403. */
export function createJudge(route: Route, options: JudgeOptions) {
  const limitClass = route.limit ?? (route.method === 'GET' ? 'read' : 'write');
  const answers404 = route.errors?.some((error) => error.code === commonErrors.noIdentity.code) ?? false;
  const isWrite = route.method !== 'GET';

  return async function judge(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const presented = route.access === 'public' ? nothingPresented : present(request, options.authenticator);
    if (options.limiter) {
      const verdict = options.limiter.take(limitClass, limitKey(presented.principal, request));
      applyVerdict(verdict instanceof Promise ? await verdict : verdict, reply);
    }
    if (route.access === 'admin') {
      request.caller = await admitAdministrator(presented, options);
    } else if (route.access === 'optional-user') {
      request.caller = await admitOptional(presented, request, options);
    } else if (route.access !== 'public') {
      if (!presented.principal) throw commonErrors.unauthorized();
      const admitted = options.authenticator.admit(presented.principal);
      const caller = admitted instanceof Promise ? await admitted : admitted;
      if (caller === 'no_identity') throw answers404 ? commonErrors.noIdentity() : commonErrors.unauthorized();
      if (!caller) throw commonErrors.unauthorized();
      request.caller = permit(route.access, caller);
    }
    if (presented.kind !== 'bearer' && !route.acceptsForeignOrigin && usesOurCookies(request) && isForeignRequest(request, options.ownOrigins)) {
      throw commonErrors.foreignOrigin();
    }
    if (isWrite && !route.allowSuspended && request.caller?.type === 'user' && request.caller.status === 'suspended') {
      throw commonErrors.identitySuspended();
    }
    route.precondition?.(request);
  };
}

async function admitAdministrator(presented: Presented, options: JudgeOptions): Promise<Caller> {
  const caller = presented.kind === 'cookie' && presented.principal ? await options.authenticator.admit(presented.principal) : null;
  const isAdmin =
    caller !== null && caller !== 'no_identity' && caller.type === 'user' && caller.status === 'active' && caller.method === 'passkey' && options.admins.has(caller.pid);
  if (!isAdmin) throw commonErrors.notFound();
  return caller;
}

async function admitOptional(presented: Presented, request: FastifyRequest, options: JudgeOptions): Promise<Caller | null> {
  const isUnclear = readCookies(request.headers.cookie, 'pid_access').length > 1;
  if (isUnclear || (presented.kind === 'bearer' && !presented.principal)) throw commonErrors.unauthorized();
  if (!presented.principal) return null;
  const caller = await options.authenticator.admit(presented.principal);
  if (presented.kind === 'bearer' && (caller === null || caller === 'no_identity')) throw commonErrors.unauthorized();
  return caller === null || caller === 'no_identity' ? null : permit('optional-user', caller);
}

interface Presented {
  readonly kind: 'none' | 'cookie' | 'bearer';
  readonly principal: Principal | null;
}

const nothingPresented: Presented = { kind: 'none', principal: null };

/** A bearer beats a cookie; a cookie sent twice counts as none. */
function present(request: FastifyRequest, authenticator: Authenticator): Presented {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined) {
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    return { kind: 'bearer', principal: token ? authenticator.identifyBearer(token) : null };
  }
  if (cookie === undefined) return nothingPresented;
  const token = readSingleCookie(cookie, 'pid_access');
  return { kind: 'cookie', principal: token ? authenticator.identifySession(token) : null };
}

function usesOurCookies(request: FastifyRequest): boolean {
  return request.headers.cookie?.includes('pid_') ?? false;
}

function permit(access: Access, caller: Caller): Caller {
  const allowed =
    caller.type === 'app'
      ? access === 'app' || access === 'app-or-user'
      : caller.via === 'session'
        ? access !== 'app' && access !== 'admin'
        : access === 'reader';
  if (!allowed) throw commonErrors.readOnlyToken();
  return caller;
}

function limitKey(principal: Principal | null, request: FastifyRequest): string {
  if (!principal) return addressKey(request.ip);
  return principal.type === 'app' ? principal.clientId : principal.identityId;
}

function applyVerdict(verdict: Verdict, reply: FastifyReply): void {
  reply.header('ratelimit-limit', verdict.limit);
  reply.header('ratelimit-remaining', verdict.remaining);
  reply.header('ratelimit-reset', verdict.resetSeconds);
  if (!verdict.allowed) {
    const refusal = commonErrors.tooManyRequests();
    throw new AppError(refusal.code, refusal.statusCode, refusal.publicMessage, { 'retry-after': String(verdict.resetSeconds) });
  }
}
