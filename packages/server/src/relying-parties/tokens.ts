import type { Clock } from '../platform/clock.ts';
import { signToken, type KeyRing } from '../sessions/index.ts';
import type { App } from './apps.store.ts';
import type { SpentCode } from './codes.store.ts';

export const bearerTtlSeconds = 30 * 86_400;
export const machineTtlSeconds = 3600;

export interface TokenDeps {
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly issuer: string;
}

/**
 * Issues the read-only token of one app for one player. PID's own login may read everything; a standard login
 * may read the requested scopes.
 */
export function userBearer(deps: TokenDeps, clientId: string, code: SpentCode): string {
  const iat = deps.clock.nowSeconds();
  return signToken(deps.keyRing.active(), {
    iss: deps.issuer,
    aud: 'bearer',
    sub: code.identity_id,
    cid: clientId,
    gid: code.grant_id,
    epo: code.bearer_epoch,
    scope: code.scope ?? 'read',
    iat,
    exp: iat + bearerTtlSeconds,
  });
}

/** Issues a token for the app itself. */
export function machineToken(deps: TokenDeps, app: App, scope: string): string {
  const iat = deps.clock.nowSeconds();
  return signToken(deps.keyRing.active(), {
    iss: deps.issuer,
    aud: 'app',
    sub: app.clientId,
    epo: app.secretEpoch,
    scope,
    iat,
    exp: iat + machineTtlSeconds,
  });
}
