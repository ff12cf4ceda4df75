import type { SpentCode } from '../codes.store.ts';
import type { RedeemDeps } from '../redeem-code.ts';
import { bearerTtlSeconds, userBearer, type TokenDeps } from '../tokens.ts';
import { issueIdToken, type IdTokenDeps } from './issue-id-token.ts';

export interface StandardTokenDeps extends TokenDeps, IdTokenDeps, RedeemDeps {}

/**
 * The response of the token endpoint for every grant (RFC 6749, 5.1): the bearer, and the id_token if
 * `openid` was requested.
 */
export async function standardTokens(
  deps: StandardTokenDeps,
  clientId: string,
  spent: SpentCode & { guestId?: string },
) {
  const accessToken = userBearer(deps, clientId, spent);
  const isOpenId = spent.scope?.split(' ').includes('openid') ?? false;
  return {
    access_token: accessToken,
    token_type: 'Bearer' as const,
    expires_in: bearerTtlSeconds,
    scope: spent.scope ?? '',
    ...(spent.guestId !== undefined && { guestId: spent.guestId }),
    ...(isOpenId ? { id_token: await issueIdToken(deps, clientId, spent, accessToken) } : {}),
  };
}
