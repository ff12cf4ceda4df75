import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import { pidOf } from '../../identity/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SpentCode } from '../codes.store.ts';
import { idTokenAlgorithm, idTokenTtlSeconds, type IdTokenKeys } from './id-token-keys.ts';

export interface IdTokenDeps {
  readonly idTokenKeys: IdTokenKeys;
  readonly clock: Clock;
  readonly issuer: string;
}

/**
 * OpenID Connect Core, 2. The subject is the pid, which is permanent and the same for every app, because the
 * handle is public.
 */
export async function issueIdToken(
  deps: IdTokenDeps,
  clientId: string,
  code: SpentCode,
  accessToken: string,
): Promise<string> {
  const { kid, key } = await deps.idTokenKeys.active();
  const now = deps.clock.nowSeconds();
  return new SignJWT({
    preferred_username: code.handle,
    auth_time: Math.floor(code.authenticated_at.getTime() / 1000),
    at_hash: createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url'),
    ...(code.nonce === null ? {} : { nonce: code.nonce }),
  })
    .setProtectedHeader({ alg: idTokenAlgorithm, typ: 'JWT', kid })
    .setIssuer(deps.issuer)
    .setSubject(pidOf(code.handle))
    .setAudience(clientId)
    .setIssuedAt(now)
    .setExpirationTime(now + idTokenTtlSeconds)
    .sign(key);
}
