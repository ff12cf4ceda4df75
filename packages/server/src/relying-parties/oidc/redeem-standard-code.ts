import type { AuditOrigin } from '../../audit/index.ts';
import type { SecurityEvents } from '../../platform/security-events.ts';
import type { Database } from '../../platform/db/index.ts';
import { findApp, type App } from '../apps.store.ts';
import { authenticateClient, readClient } from '../client-credentials.ts';
import { matchReturnAddress } from '../origin-rules.ts';
import { redeemCode } from '../redeem-code.ts';
import { bearerTtlSeconds, userBearer, type TokenDeps } from '../tokens.ts';
import { issueIdToken, type IdTokenDeps } from './issue-id-token.ts';
import { OidcError } from './oidc-error.ts';

export interface StandardTokenDeps extends TokenDeps, IdTokenDeps {
  readonly db: Database;
  readonly events: SecurityEvents;
}

type TokenFields = Readonly<Record<string, unknown>>;

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
  const redirectUri = matchReturnAddress(
    textOf(fields, 'redirect_uri') ?? missing('redirect_uri'),
    app.origins,
  )?.href;
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

/** A client with a secret must prove it where it shows one; one without is held to its challenge. */
async function requireClient(
  deps: StandardTokenDeps,
  fields: TokenFields,
  authorization: string | undefined,
): Promise<{ app: App; isAuthenticated: boolean }> {
  const client = readClient(authorization, fields);
  const isAuthenticated = client !== null && client.secret !== null;
  const app =
    client &&
    (isAuthenticated
      ? await authenticateClient(deps.db, client.clientId, client.secret)
      : await findApp(deps.db, client.clientId));
  if (!app) {
    throw new OidcError(
      'invalid_client',
      401,
      'The client is unknown, or its secret is wrong',
      authorization === undefined ? {} : { 'www-authenticate': 'Basic realm="PID"' },
    );
  }
  return { app, isAuthenticated };
}

function textOf(fields: TokenFields, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

function missing(name: string): never {
  throw invalidRequest(`${name} is required`);
}

function invalidRequest(description: string): OidcError {
  return new OidcError('invalid_request', 400, description);
}
