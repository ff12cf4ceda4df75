import type { Input } from '@pid/contract';
import { compactVerify, createLocalJWKSet, decodeJwt } from 'jose';
import type { Queryable } from '../../platform/db/index.ts';
import { invalid } from '../../platform/errors/index.ts';
import { findApp } from '../apps.store.ts';
import { matchPrivateAddress, matchReturnAddress, withAnswer } from '../origin-rules.ts';
import type { IdTokenKeys } from './id-token-keys.ts';

export interface LogoutDeps {
  readonly db: Queryable;
  readonly issuer: string;
  readonly idTokenKeys: IdTokenKeys;
}

/**
 * OpenID Connect RP-Initiated Logout, 2. The page asks for confirmation. Its button posts to
 * `/v1/auth/logout`, which another site cannot do, and then opens the address returned here. Only the session
 * at PID ends: apps keep their sessions and bearers.
 */
export async function describeLogout(deps: LogoutDeps, pid: string | null, query: Input<'describeLogout'>) {
  const clientId = await clientOf(deps, query);
  const app = clientId === null ? null : await findApp(deps.db, clientId);
  if (clientId !== null && !app) throw invalid('client_id must be that of a registered app');
  const asked = query.post_logout_redirect_uri;
  // Any address on a listed origin is accepted, because no code is sent to it.
  const address =
    asked === undefined || !app
      ? null
      : (matchReturnAddress(asked, app.origins) ?? matchPrivateAddress(asked, app));
  if (asked !== undefined && !address)
    throw invalid(
      'post_logout_redirect_uri must be an address of the app that client_id or id_token_hint names',
    );
  return {
    app: app && { name: app.name },
    pid,
    redirectTo:
      address &&
      (query.state === undefined ? address.href : withAnswer(address.href, { state: query.state })),
  };
}

/**
 * Returns the client named in the request, or the audience of the id_token, which may have expired long
 * before.
 */
async function clientOf(
  deps: LogoutDeps,
  query: { client_id?: string; id_token_hint?: string },
): Promise<string | null> {
  const { client_id: named, id_token_hint: hint } = query;
  if (hint === undefined) return named ?? null;
  const audience = await audienceOf(deps, hint);
  if (audience === null || (named !== undefined && named !== audience))
    throw invalid('id_token_hint must be an id_token of ours for the same client');
  return audience;
}

async function audienceOf({ idTokenKeys, issuer }: LogoutDeps, hint: string): Promise<string | null> {
  try {
    await compactVerify(hint, createLocalJWKSet(await idTokenKeys.published()), { algorithms: ['RS256'] });
    const { iss, aud } = decodeJwt(hint);
    return iss === issuer && typeof aud === 'string' ? aud : null;
  } catch {
    return null;
  }
}
