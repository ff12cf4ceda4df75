import { deviceGrantType } from '@pid/contract';
import type { AuditOrigin } from '../../audit/index.ts';
import { matchAppAddress, matchPrivateAddress } from '../origin-rules.ts';
import { redeemCode } from '../redeem-code.ts';
import { redeemDeviceCode, type DeviceGrantDeps } from './device-grant.ts';
import { guestRefused } from './guest-refused.ts';
import { OidcError } from './oidc-error.ts';
import { invalidClient, requireClient, textOf, type TokenFields } from './require-client.ts';
import { standardTokens } from './standard-tokens.ts';

/**
 * The two grants of the token endpoint: an authorization code (RFC 6749, 4.1.3; RFC 7636, 4.5) and a device
 * code (RFC 8628, 3.4).
 */
export async function redeemStandardGrant(
  deps: DeviceGrantDeps,
  fields: TokenFields,
  authorization: string | undefined,
  origin: AuditOrigin,
) {
  const grantType = textOf(fields, 'grant_type');
  if (grantType === null) throw invalidRequest('grant_type is required');
  if (grantType === deviceGrantType) return redeemDeviceCode(deps, fields, authorization);
  if (grantType !== 'authorization_code')
    throw new OidcError(
      'unsupported_grant_type',
      400,
      `grant_type must be authorization_code or ${deviceGrantType}`,
    );
  const { app, secretHash } = await requireClient(deps, fields, authorization);
  const code = textOf(fields, 'code') ?? missing('code');
  const address = textOf(fields, 'redirect_uri') ?? missing('redirect_uri');
  const redirectUri = (matchAppAddress(address, app) ?? matchPrivateAddress(address, app))?.href;
  const codeVerifier = textOf(fields, 'code_verifier') ?? undefined;
  const spent =
    redirectUri === undefined
      ? ('wrong_redirect_uri' as const)
      : await redeemCode(deps, {
          protocol: 'oidc',
          code,
          clientId: app.clientId,
          secretHash,
          codeVerifier,
          guestToken: textOf(fields, 'guest_token') ?? undefined,
          redirectUri,
          origin,
        });
  if (spent === 'paused') throw new OidcError('unauthorized_client', 403, 'The app is paused');
  if (spent === 'guest_unknown' || spent === 'guest_claimed') throw guestRefused(spent);
  if (spent === 'unauthorized') throw invalidClient(authorization).withReason('wrong_secret');
  if (typeof spent === 'string')
    throw new OidcError(
      'invalid_grant',
      400,
      'The code is invalid, used, expired or not for this client, address or verifier',
    ).withReason(spent);
  return standardTokens(deps, app.clientId, spent);
}

function missing(name: string): never {
  throw invalidRequest(`${name} is required`);
}

function invalidRequest(description: string): OidcError {
  return new OidcError('invalid_request', 400, description);
}
