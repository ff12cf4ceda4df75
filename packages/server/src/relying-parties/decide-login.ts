import type { Input, RedirectError } from '@pid/contract';
import type { AuditOrigin } from '../audit/index.ts';
import type { Database } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import { answerTo, readAuthorizeRequest, scopesOf, type AuthorizeRequest } from './authorize-request.ts';
import { mustSignIn, newLoginTicket, type FreshDeps } from './fresh-sign-in.ts';
import { ratedApp, writeRating, type LoginAges } from './ages.ts';
import { issueCode, type IssueDeps } from './issue-code.ts';

export interface AuthorizeDeps extends IssueDeps, FreshDeps {
  readonly db: Database;
  readonly ages: LoginAges;
}

/** Describes the app, the return origin and the signed-in player for the consent screen. */
export async function describeLogin(
  deps: AuthorizeDeps,
  caller: UserCaller | null,
  fields: Input<'describeLogin'>,
) {
  const login = await readAuthorizeRequest(deps.db, fields);
  const { name, logoUrl, pausedBy } = login.app;
  const error = login.protocolError ?? silentError(login, caller);
  const isFreshWanted = login.prompts.includes('login') || login.maxAgeSeconds !== null;
  return {
    app: {
      name,
      logoUrl,
      verified: login.showsBadge,
      rating: login.app.ratingConfirmed ? writeRating(login.app.rating) : null,
      status: pausedBy === null ? ('active' as const) : ('paused' as const),
    },
    origin: login.returnAddress.origin,
    scopes: scopesOf(login),
    pid: caller?.pid ?? null,
    ...(caller?.status === 'suspended' ? { suspended: true } : {}),
    ...(error === null ? {} : { redirectTo: answerTo(login, deps.issuer, { error }) }),
    ...(caller && mustSignIn(deps, login, caller.authenticatedAt) ? { signInAgain: true } : {}),
    ...(isFreshWanted ? { loginTicket: newLoginTicket(deps, fields) } : {}),
  };
}

/** Allow issues the login code. Deny needs no sign-in and changes nothing. */
export async function decideLogin(
  deps: AuthorizeDeps,
  caller: UserCaller | null,
  { decision, ...fields }: Input<'decideLogin'>,
  origin: AuditOrigin,
) {
  if (decision === 'allow' && !caller) throw refuse('unauthorized');
  const login = await readAuthorizeRequest(deps.db, fields);
  const error = login.protocolError ?? silentError(login, caller);
  if (error !== null) return { redirectTo: answerTo(login, deps.issuer, { error }) };
  if (decision === 'deny' || !caller)
    return { redirectTo: answerTo(login, deps.issuer, { error: 'access_denied' }) };
  return allow(deps, login, caller, origin);
}

async function allow(
  deps: AuthorizeDeps,
  login: AuthorizeRequest,
  caller: UserCaller,
  origin: AuditOrigin,
): Promise<{ redirectTo: string; pidCode?: string }> {
  if (caller.status !== 'active') throw refuse('identity_suspended');
  if (login.app.pausedBy !== null) throw refuse('app_paused');
  if (mustSignIn(deps, login, caller.authenticatedAt)) throw refuse('sign_in_again');
  return deps.db.transaction(async (tx) => {
    const player = { id: caller.identityId, pid: caller.pid };
    // The refusal looks like one by the player, so that the app does not learn that it is a child.
    // mutant (families/ratings): if (!(await deps.ages.admit(tx, player, ratedApp(login.app)))) => if (false)
    if (!(await deps.ages.admit(tx, player, ratedApp(login.app))))
      return { redirectTo: answerTo(login, deps.issuer, { error: 'access_denied' }) };
    return issueCode(deps, tx, login, caller, origin);
  });
}

/**
 * `prompt=none` requires a response without a screen, but PID always asks for consent (OpenID Connect Core,
 * 3.1.2.6).
 */
function silentError(login: AuthorizeRequest, caller: UserCaller | null): RedirectError | null {
  if (!login.prompts.includes('none')) return null;
  return caller ? 'consent_required' : 'login_required';
}
