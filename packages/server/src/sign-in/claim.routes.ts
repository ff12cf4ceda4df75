import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { originOf } from '../audit/index.ts';
import {
  handlePattern,
  handleRule,
  handleSchema,
  isReservedHandle,
  pidOf,
  pidSchema,
  suggestHandles,
  takenHandles,
} from '../identity/index.ts';
import { commonErrors } from '../platform/errors/index.ts';
import { readSingleCookie, route, schemas, serializeCookie, type Route } from '../platform/http/index.ts';
import { deviceOf, sessionOfBrowser, setSessionCookies, type CookieSettings } from '../sessions/index.ts';
import { claimHandle, pendingTicket, type ClaimDeps } from './claim-handle.ts';
import { claimExpired, handleReserved, handleTaken, noPendingClaim } from './sign-in-errors.ts';

export interface ClaimRouteDeps extends ClaimDeps {
  readonly cookies: CookieSettings;
}

const suggestionsMax = 3;
const pendingClaim = Type.Object(
  {
    provider: Type.String(),
    email: Type.String(),
    expiresAt: schemas.dateTime,
    suggestions: Type.Array(Type.String()),
    app: Type.Optional(
      Type.Object({
        name: Type.String(),
        logoUrl: schemas.nullable(Type.String()),
        verified: Type.Boolean(),
        origin: Type.String(),
        responseMode: schemas.literals(['web_message', 'query']),
        scopes: Type.Array(Type.String()),
      }),
    ),
  },
  { title: 'PendingClaim' },
);

export function claimRoutes(deps: ClaimRouteDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/auth/claim',
      operationId: 'getPendingClaim',
      summary: 'The login that waits for a handle',
      tag: 'auth',
      access: 'public',
      limit: 'lookup',
      reply: pendingClaim,
      errors: [noPendingClaim, claimExpired],
      async handle({ request }) {
        const ticket = await pendingTicket(deps, requireTicket(request));
        const app = await deps.onTheWay.describe(deps.db, ticket.return_to);
        return {
          provider: ticket.provider,
          email: ticket.email,
          expiresAt: ticket.expires_at.toISOString(),
          suggestions: await freeSuggestions(deps, ticket.email),
          ...(app ? { app } : {}),
        };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/auth/claim',
      operationId: 'claimHandle',
      summary: 'Claims the pending login under a fresh, permanent handle',
      tag: 'auth',
      access: 'public',
      limit: 'claim',
      precondition: (request) => void requireTicket(request),
      body: Type.Object({ handle: handleSchema }),
      reply: Type.Object({
        ok: Type.Boolean(),
        pid: pidSchema,
        pidCode: Type.Optional(Type.String()),
        redirectTo: Type.Optional(Type.String()),
      }),
      errors: [noPendingClaim, claimExpired, handleTaken, handleReserved],
      async handle({ body, request, reply }) {
        const claimed = await claimHandle(deps, {
          ticket: requireTicket(request),
          handle: body.handle,
          origin: originOf(request),
          device: deviceOf(request),
          replaces: sessionOfBrowser(deps.sessions, request.headers.cookie),
        });
        setSessionCookies(reply, claimed.tokens, deps.cookies);
        reply.header(
          'set-cookie',
          serializeCookie('pid_claim', '', {
            path: '/v1/auth',
            maxAgeSeconds: 0,
            secure: deps.cookies.secure,
          }),
        );
        return { ok: true, pid: claimed.identity.pid, ...claimed.login };
      },
    }),
    route({
      method: 'GET',
      path: '/v1/auth/handles/{handle}',
      operationId: 'checkHandle',
      summary: 'Whether a handle is still free, while a claim is pending',
      tag: 'auth',
      access: 'public',
      limit: 'lookup',
      params: Type.Object({ handle: Type.String({ maxLength: 64 }) }),
      reply: Type.Object({
        handle: Type.String(),
        available: Type.Boolean(),
        reason: Type.Optional(Type.String()),
      }),
      errors: [commonErrors.unauthorized],
      async handle({ params: { handle }, request }) {
        const ticket = readSingleCookie(request.headers.cookie, 'pid_claim');
        if (!ticket) throw commonErrors.unauthorized();
        await pendingTicket(deps, ticket).catch(() => {
          throw commonErrors.unauthorized();
        });
        const reason = await whyUnavailable(deps, handle);
        return { handle, available: reason === null, ...(reason === null ? {} : { reason }) };
      },
    }),
  ];
}

function requireTicket(request: FastifyRequest): string {
  const ticket = readSingleCookie(request.headers.cookie, 'pid_claim');
  if (!ticket) throw noPendingClaim();
  return ticket;
}

async function whyUnavailable(deps: ClaimRouteDeps, handle: string): Promise<string | null> {
  if (!new RegExp(handlePattern).test(handle)) return `handle ${handleRule}`;
  if (isReservedHandle(handle)) return 'handle is reserved';
  if ((await takenHandles(deps.db, [handle])).size > 0) return 'handle is already taken';
  return deps.administrators.has(pidOf(handle)) ? 'handle is reserved' : null;
}

async function freeSuggestions(deps: ClaimRouteDeps, email: string): Promise<string[]> {
  const candidates = suggestHandles(email, (bound) => deps.ids.bytes(4).readUInt32BE() % bound);
  const taken = await takenHandles(deps.db, candidates);
  return candidates.filter((handle) => !taken.has(handle)).slice(0, suggestionsMax);
}
