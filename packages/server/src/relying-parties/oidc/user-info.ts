import type { sharedFields } from '@pid/contract';
import { handleOf } from '../../identity/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import type { Authenticator, UserCaller } from '../../platform/http/index.ts';
import { getProfile } from '../../profile/index.ts';
import type { LoginAges } from '../ages.ts';
import { invalidToken, OidcError } from './oidc-error.ts';
import { textOf, type TokenFields } from './require-client.ts';

/**
 * Claims of the scope `profile` (OpenID Connect Core, 5.4) and their profile fields, which the consent page
 * names.
 */
const profileClaims = {
  name: 'displayName',
  picture: 'avatarUrl',
  locale: 'locale',
} as const satisfies Record<string, (typeof sharedFields.profile)[number]>;

/** OpenID Connect Core, 5.3 and 5.4. The handle is public; the rest of the profile needs its scope. */
export async function userInfo(db: Queryable, ages: Pick<LoginAges, 'bandOf'>, caller: UserCaller) {
  if (caller.via !== 'bearer') throw invalidToken();
  const scopes = caller.scopes ?? [];
  // `read` is older than the age, so it does not include it.
  const band = scopes.includes('age') ? await ages.bandOf(db, caller.identityId) : null;
  const claims = {
    sub: caller.pid,
    preferred_username: handleOf(caller.pid),
    ...(band === null ? {} : { age_band: band }),
  };
  if (!scopes.includes('profile') && !scopes.includes('read')) return claims;
  const profile = await getProfile(db, caller.identityId);
  const given = Object.entries(profileClaims).filter(([, field]) => profile[field] !== null);
  return { ...claims, ...Object.fromEntries(given.map(([claim, field]) => [claim, profile[field]])) };
}

/** Reads the bearer of a POST from the header or from the form (RFC 6750, 2.2), never from both. */
export async function bearerOfPost(
  authenticator: Authenticator,
  authorization: string | undefined,
  fields: TokenFields,
): Promise<UserCaller> {
  const inBody = textOf(fields, 'access_token');
  const inHeader = authorization === undefined ? null : (/^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '');
  if (inBody !== null && inHeader !== null)
    throw new OidcError(
      'invalid_request',
      400,
      'The token must come in the header or in the body, not in both',
    );
  const token = inBody ?? inHeader;
  const principal = token === null ? null : authenticator.identifyBearer(token);
  const caller = principal && (await authenticator.admit(principal));
  if (!caller || caller === 'no_identity') throw invalidToken();
  if (caller.type !== 'user' || caller.isPaused)
    throw new OidcError('insufficient_scope', 403, 'This token does not allow the request', {
      'www-authenticate': 'Bearer realm="PID", error="insufficient_scope"',
    });
  return caller;
}
