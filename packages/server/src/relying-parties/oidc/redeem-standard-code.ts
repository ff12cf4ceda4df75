import type { AuditOrigin } from '../../audit/index.ts';
import { matchAppAddress, matchPrivateAddress } from '../origin-rules.ts';
import { redeemCode, type RedeemDeps } from '../redeem-code.ts';
import { bearerTtlSeconds, userBearer, type TokenDeps } from '../tokens.ts';
import { issueIdToken, type IdTokenDeps } from './issue-id-token.ts';
import { OidcError } from './oidc-error.ts';
import { requireClient, textOf, type TokenFields } from './require-client.ts';

export interface StandardTokenDeps extends TokenDeps, IdTokenDeps, RedeemDeps {}

/** The token endpoint's one grant (RFC 6749, 4.1.3; RFC 7636, 4.5). */
export async function redeemStandardCode(
  deps: StandardTokenDeps,
  fields: TokenFields,
  authorization: string | undefined,
  origin: AuditOrigin,
) {
  const grantType = textOf(fields, 'grant_type');
  if (grantType !== 'authorization_code') {
    throw grantType === null
      ? invalidRequest('grant_type is required')
      : new OidcError('unsupported_grant_type', 400, 'grant_type must be authorization_code');
  }
  const { app, isAuthenticated } = await requireClient(deps, fields, authorization);
  const code = textOf(fields, 'code') ?? missing('code');
  const address = textOf(fields, 'redirect_uri') ?? missing('redirect_uri');
  const redirectUri = (matchAppAddress(address, app) ?? matchPrivateAddress(address, app))?.href;
  const codeVerifier = textOf(fields, 'code_verifier') ?? undefined;
  const spent =
    redirectUri === undefined
      ? null
      : await redeemCode(deps, {
          protocol: 'oidc',
          code,
          clientId: app.clientId,
          isAuthenticated,
          codeVerifier,
          redirectUri,
          origin,
        });
  if (spent === 'paused') throw new OidcError('unauthorized_client', 403, 'The app is paused');
  if (!spent)
    throw new OidcError(
      'invalid_grant',
      400,
      'The code is invalid, spent, expired or not for this client, address or verifier',
    );
  const accessToken = userBearer(deps, app.clientId, spent);
  const isOpenId = spent.scope?.split(' ').includes('openid') ?? false;
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: bearerTtlSeconds,
    scope: spent.scope ?? '',
    ...(isOpenId ? { id_token: await issueIdToken(deps, app.clientId, spent, accessToken) } : {}),
  };
}

function missing(name: string): never {
  throw invalidRequest(`${name} is required`);
}

function invalidRequest(description: string): OidcError {
  return new OidcError('invalid_request', 400, description);
}
