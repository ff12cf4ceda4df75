import type { Input } from '@pid/contract';
import type { AuditOrigin } from '../audit/index.ts';
import { pidOf } from '../identity/index.ts';
import { ServiceError, refuse } from '../platform/errors/index.ts';
import { sha256 } from '../platform/hash.ts';
import { authenticateClient, readClient } from './client-credentials.ts';
import { redeemCode, type RedeemDeps } from './redeem-code.ts';
import { bearerTtlSeconds, machineToken, machineTtlSeconds, userBearer, type TokenDeps } from './tokens.ts';

export interface ExchangeDeps extends TokenDeps, RedeemDeps {}

const emptyProfile = { displayName: null, avatarUrl: null, bio: null, country: null, locale: null };

/** Exchanges a single-use login code for the player's pid, profile and read-only bearer. */
export async function exchangeCode(deps: ExchangeDeps, body: Input<'exchangeCode'>, origin: AuditOrigin) {
  const { client_id: clientId, code, client_secret: secret, code_verifier: codeVerifier } = body;
  const spent = await redeemCode(deps, {
    protocol: 'pid',
    code,
    clientId,
    secretHash: secret === undefined ? null : sha256(secret),
    codeVerifier,
    guestToken: body.guest_token,
    redirectUri: null,
    origin,
  });
  if (spent === 'guest_unknown' || spent === 'guest_claimed') throw refuse(spent);
  if (spent === 'paused') throw refuse('app_paused');
  if (spent === 'unauthorized') throw refuse('unauthorized').withReason('wrong_secret');
  if (typeof spent === 'string')
    throw refuse(spent === 'secret_missing' ? 'unauthorized' : 'login_code_invalid').withReason(spent);
  const { displayName, avatarUrl, bio, country, locale, scope } = spent;
  const isProfileShared = scope === null || scope.split(' ').includes('profile');
  return {
    pid: pidOf(spent.handle),
    profile: isProfileShared ? { displayName, avatarUrl, bio, country, locale } : emptyProfile,
    accessToken: userBearer(deps, clientId, spent),
    tokenType: 'Bearer' as const,
    scope: scope ?? 'read',
    expiresIn: bearerTtlSeconds,
    ...(spent.guestId !== undefined && { guestId: spent.guestId }),
  };
}

/** Issues a token for the app itself, which represents no player. */
export async function issueMachineToken(
  deps: ExchangeDeps,
  authorization: string | undefined,
  body: Input<'issueMachineToken'>,
) {
  const client = readClient(authorization, body);
  const app = client && (await authenticateClient(deps, client.clientId, client.secret));
  if (!app)
    throw new ServiceError('unauthorized', 401, 'Unauthorized', { 'www-authenticate': 'Basic realm="PID"' });
  if (app.pausedBy !== null) throw refuse('app_paused');
  const asked = (body.scope ?? 'read').split(' ');
  if (!asked.every((scope) => app.scopes.some((allowed) => allowed === scope))) throw refuse('invalid_scope');
  const scope = app.scopes.filter((allowed) => asked.includes(allowed)).join(' ');
  return {
    access_token: machineToken(deps, app, scope),
    token_type: 'Bearer',
    expires_in: machineTtlSeconds,
    scope,
  };
}
