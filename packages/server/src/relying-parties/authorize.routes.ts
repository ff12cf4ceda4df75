import { Type } from 'typebox';
import { originOf, type AuditOrigin } from '../audit/index.ts';
import { pidSchema } from '../identity/index.ts';
import type { Database } from '../platform/db/index.ts';
import { commonErrors } from '../platform/errors/index.ts';
import { route, schemas, type Route, type UserCaller } from '../platform/http/index.ts';
import { appPaused } from './app-errors.ts';
import { mustSignIn, newLoginTicket, type FreshDeps } from './fresh-sign-in.ts';
import { signInAgain } from '../sign-in/index.ts';
import {
  answerTo,
  authorizeFields,
  readAuthorizeRequest,
  scopesOf,
  type AuthorizeRequest,
} from './authorize-request.ts';
import { issueCode, type IssueDeps } from './issue-code.ts';

export interface AuthorizeDeps extends IssueDeps, FreshDeps {
  readonly db: Database;
}

const loginRequest = Type.Object(
  {
    app: Type.Object({
      name: Type.String(),
      logoUrl: schemas.nullable(Type.String()),
      verified: Type.Boolean(),
      status: schemas.literals(['active', 'paused']),
    }),
    origin: Type.String(),
    scopes: Type.Array(Type.String()),
    pid: schemas.nullable(pidSchema),
    redirectTo: Type.Optional(Type.String()),
    signInAgain: Type.Optional(Type.Boolean()),
    loginTicket: Type.Optional(Type.String()),
  },
  { title: 'LoginRequest' },
);

export function authorizeRoutes(deps: AuthorizeDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/auth/authorize',
      operationId: 'describeLogin',
      summary: 'What the consent screen shows: who asks, where the answer goes, who is signed in',
      description:
        '`redirectTo` is there when a standard client must be told an error at once, `signInAgain` when it asks for a fresh sign-in; the page carries `loginTicket` through that as `login_ticket`. `scopes` is what the app will read: `read` is everything that a bearer can.',
      tag: 'auth',
      access: 'optional-user',
      query: Type.Object(authorizeFields),
      reply: loginRequest,
      async handle({ caller, query }) {
        const login = await readAuthorizeRequest(deps.db, query);
        const { name, logoUrl, pausedBy } = login.app;
        const error = login.protocolError ?? silentError(login, caller);
        const isFreshWanted = login.prompts.includes('login') || login.maxAgeSeconds !== null;
        return {
          app: {
            name,
            logoUrl,
            verified: login.showsBadge,
            status: pausedBy === null ? ('active' as const) : ('paused' as const),
          },
          origin: login.returnAddress.origin,
          scopes: scopesOf(login),
          pid: caller?.pid ?? null,
          ...(error === null ? {} : { redirectTo: answerTo(login, deps.issuer, { error }) }),
          ...(caller && mustSignIn(deps, login, caller.authenticatedAt) ? { signInAgain: true } : {}),
          ...(isFreshWanted ? { loginTicket: newLoginTicket(deps, query) } : {}),
        };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/auth/authorize',
      operationId: 'decideLogin',
      summary: 'Allows or denies; allowing issues the login code',
      tag: 'auth',
      access: 'optional-user',
      // Denying is open to everybody: it changes nothing.
      allowSuspended: true,
      body: Type.Object({ ...authorizeFields, decision: schemas.literals(['allow', 'deny']) }),
      reply: Type.Object({ redirectTo: Type.String(), pidCode: Type.Optional(Type.String()) }),
      errors: [commonErrors.identitySuspended, signInAgain, appPaused],
      async handle({ caller, body, request, reply }) {
        const { decision, ...fields } = body;
        if (decision === 'allow' && !caller) throw commonErrors.unauthorized();
        const login = await readAuthorizeRequest(deps.db, fields);
        reply.header('cache-control', 'no-store');
        const error = login.protocolError ?? silentError(login, caller);
        if (error !== null) return { redirectTo: answerTo(login, deps.issuer, { error }) };
        if (decision === 'deny' || !caller)
          return { redirectTo: answerTo(login, deps.issuer, { error: 'access_denied' }) };
        return allow(deps, login, caller, originOf(request));
      },
    }),
  ];
}

async function allow(
  deps: AuthorizeDeps,
  login: AuthorizeRequest,
  caller: UserCaller,
  origin: AuditOrigin,
): Promise<{ redirectTo: string; pidCode: string }> {
  if (caller.status !== 'active') throw commonErrors.identitySuspended();
  if (login.app.pausedBy !== null) throw appPaused();
  if (mustSignIn(deps, login, caller.authenticatedAt)) throw signInAgain();
  return deps.db.transaction((tx) => issueCode(deps, tx, login, caller, origin));
}

/** `prompt=none` wants an answer without a screen, and consent is always asked for (OpenID Connect Core, 3.1.2.6). */
function silentError(login: AuthorizeRequest, caller: UserCaller | null): string | null {
  if (!login.prompts.includes('none')) return null;
  return caller ? 'consent_required' : 'login_required';
}
