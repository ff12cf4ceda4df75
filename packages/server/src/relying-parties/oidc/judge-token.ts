import type { AuditOrigin } from '../../audit/index.ts';
import { handleOf } from '../../identity/index.ts';
import type { Admission, Authenticator, TokenPrincipal } from '../../platform/http/index.ts';
import type { Needs } from '../../platform/needs.ts';
import { endConsent, type OnDisconnect } from '../end-grant.ts';
import { OidcError } from './oidc-error.ts';
import { invalidClient, requireClient, textOf, type TokenFields } from './require-client.ts';

export interface JudgeTokenDeps extends Needs<'db' | 'clock'> {
  readonly issuer: string;
  readonly onDisconnect: OnDisconnect;
}

interface Asked {
  readonly fields: TokenFields;
  readonly authorization: string | undefined;
  readonly authenticator: Authenticator;
}

/**
 * RFC 7009. PID cannot revoke a single bearer, so revoking one ends the whole consent, as when the player
 * disconnects the app (2.1 allows it). An unknown or ended token gets the same response as a revoked one. A
 * token of another client is refused.
 */
export async function revokeToken(deps: JudgeTokenDeps, asked: Asked, origin: AuditOrigin): Promise<void> {
  const { app } = await requireClient(deps, asked.fields, asked.authorization);
  const { principal, admission } = await readToken(asked);
  if (!principal || !admission || admission === 'no_identity') return;
  if (principal.type === 'session') return;
  if (principal.clientId !== app.clientId)
    throw new OidcError('invalid_request', 400, 'The token belongs to another client');
  if (principal.type === 'app')
    throw new OidcError(
      'unsupported_token_type',
      400,
      'A machine token cannot be revoked. It is valid until it expires or its client secret becomes invalid',
    );
  await deps.db.transaction((tx) =>
    endConsent(deps, tx, {
      identityId: principal.identityId,
      clientId: app.clientId,
      reason: 'revoked by the app',
      actor: `app:${app.clientId}`,
      action: 'app.grant_revoked',
      origin,
      now: deps.clock.now(),
    }),
  );
}

/**
 * RFC 7662. An app that presents its secret can ask about its own tokens. Any other token is reported as
 * inactive without a reason.
 */
export async function introspectToken(deps: JudgeTokenDeps, asked: Asked) {
  const { app, secretHash } = await requireClient(deps, asked.fields, asked.authorization);
  if (!secretHash) throw invalidClient(asked.authorization);
  const { token, principal, admission } = await readToken(asked);
  if (!principal || principal.type === 'session' || principal.clientId !== app.clientId)
    return { active: false };
  if (!admission || admission === 'no_identity' || admission.isPaused) return { active: false };
  // `readToken` has already checked the signature.
  const { iat, exp } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString('utf8')) as {
    iat: number;
    exp: number;
  };
  const common = { active: true, client_id: app.clientId, token_type: 'Bearer', iss: deps.issuer, iat, exp };
  if (admission.type === 'app' || principal.type === 'app') return { ...common, sub: app.clientId };
  return { ...common, sub: admission.pid, username: handleOf(admission.pid), scope: principal.scope };
}

async function readToken({ fields, authenticator }: Asked): Promise<{
  token: string;
  principal: TokenPrincipal | null;
  admission: Admission;
}> {
  const token = textOf(fields, 'token');
  if (token === null) throw new OidcError('invalid_request', 400, 'token is required');
  const principal = authenticator.identifyBearer(token);
  return { token, principal, admission: principal && (await authenticator.admit(principal)) };
}
