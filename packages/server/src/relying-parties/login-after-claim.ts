import { authorizeQuery } from '@pid/contract';
import { Value } from 'typebox/value';
import type { Queryable } from '../platform/db/index.ts';
import { ServiceError } from '../platform/errors/index.ts';
import type { LoginAfterClaim } from '../sign-in/index.ts';
import { answerTo, readAuthorizeRequest, scopesOf, type AuthorizeRequest } from './authorize-request.ts';
import { mustSignIn, type FreshDeps } from './fresh-sign-in.ts';
import { issueCode, type IssueDeps } from './issue-code.ts';

/** For a newcomer who comes from an app's login, claiming the handle is also the consent. */
export function loginAfterClaim(deps: IssueDeps & FreshDeps): LoginAfterClaim {
  return {
    async describe(db, returnTo) {
      const request = await requestOf(db, returnTo);
      if (!request) return null;
      const { name, logoUrl } = request.app;
      return {
        name,
        logoUrl,
        verified: request.showsBadge,
        origin: request.returnAddress.origin,
        responseMode: request.responseMode,
        scopes: scopesOf(request),
        cancelTo: answerTo(request, deps.issuer, { error: 'access_denied' }),
      };
    },
    async decide(tx, identity, { returnTo, decision }) {
      const request = await requestOf(tx, returnTo);
      if (request && decision === 'deny')
        return { redirectTo: answerTo(request, deps.issuer, { error: 'access_denied' }) };
      // The handle is claimed in any case. The login continues on the consent screen.
      if (!request || mustSignIn(deps, request, identity.authenticatedAt)) return null;
      const { id: identityId, pid, authenticatedAt } = identity;
      const user = { identityId, pid, authenticatedAt };
      return issueCode(deps, tx, request, user, null);
    },
  };
}

/**
 * Returns the login request in `returnTo`. Returns null if it contains none, the request is invalid, or the
 * app is deleted or paused: the claim then involves no app.
 */
async function requestOf(db: Queryable, returnTo: string): Promise<AuthorizeRequest | null> {
  const { pathname, searchParams } = new URL(returnTo, 'https://base.invalid');
  const fields: unknown = Object.fromEntries(searchParams);
  if (
    pathname !== '/authorize' ||
    new Set(searchParams.keys()).size !== searchParams.size ||
    !Value.Check(authorizeQuery, fields)
  )
    return null;
  try {
    const request = await readAuthorizeRequest(db, fields);
    // `prompt=none` allows no consent screen, so a claim must not count as consent.
    const isSilent = request.prompts.includes('none');
    return request.protocolError === null && !isSilent && request.app.pausedBy === null ? request : null;
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}
