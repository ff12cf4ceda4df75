import type { AuditOrigin } from '../../audit/index.ts';
import { sha256 } from '../../platform/hash.ts';
import { networkKey } from '../../platform/http/index.ts';
import type { Ids } from '../../platform/ids.ts';
import { secondsAfter } from '../../sessions/index.ts';
import type { App } from '../apps.store.ts';
import { loginScope } from '../authorize-request.ts';
import { insertDeviceLogin, pollDevice, spendDevice, unspendDevice } from '../device/device-logins.store.ts';
import { newUserCode, showUserCode } from '../device/user-code.ts';
import { OidcError } from './oidc-error.ts';
import { requireClient, textOf, type TokenFields } from './require-client.ts';
import type { SpentCode } from '../codes.store.ts';
import { spendWithGuest } from '../spend-with-guest.ts';
import { guestRefused } from './guest-refused.ts';
import { standardTokens, type StandardTokenDeps } from './standard-tokens.ts';

const ttlSeconds = 300;
const intervalSeconds = 5;
const attemptsMax = 5;

export interface DeviceGrantDeps extends StandardTokenDeps {
  readonly ids: Ids;
}

/** RFC 8628, 3.1 and 3.2: issues a code for the device and a code that the player types elsewhere. */
export async function authorizeDevice(
  deps: DeviceGrantDeps,
  fields: TokenFields,
  authorization: string | undefined,
  origin: AuditOrigin,
) {
  const { app } = await requireClient(deps, fields, authorization);
  assertDeviceFlow(app);
  const scope = loginScope(textOf(fields, 'scope') ?? undefined, app);
  if (scope === null)
    throw new OidcError(
      'invalid_scope',
      400,
      'No login grants payments. Request it with client credentials, if the app may charge',
    );
  const deviceCode = deps.ids.token();
  const userCode = await begin(deps, { app, deviceCode, scope, origin });
  const page = `${deps.issuer}/device`;
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${userCode}`,
    expires_in: ttlSeconds,
    interval: intervalSeconds,
  };
}

async function begin(
  deps: DeviceGrantDeps,
  input: { app: App; deviceCode: string; scope: string; origin: AuditOrigin },
): Promise<string> {
  const now = deps.clock.now();
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const code = newUserCode(deps.ids);
    const isNew = await insertDeviceLogin(deps.db, {
      deviceHash: sha256(input.deviceCode),
      userHash: sha256(code),
      clientId: input.app.clientId,
      scope: input.scope,
      network: networkKey(input.origin.address ?? ''),
      intervalSeconds,
      now,
      expiresAt: secondsAfter(now, ttlSeconds),
    });
    if (isNew) return showUserCode(code);
  }
  throw new OidcError('temporarily_unavailable', 503, 'No user code is available. Try again');
}

/** RFC 8628, 3.4 and 3.5: the device polls until the player has decided. */
export async function redeemDeviceCode(
  deps: DeviceGrantDeps,
  fields: TokenFields,
  authorization: string | undefined,
) {
  const { app } = await requireClient(deps, fields, authorization);
  const code = textOf(fields, 'device_code');
  if (code === null) throw new OidcError('invalid_request', 400, 'device_code is required');
  const presented = { deviceHash: sha256(code), clientId: app.clientId, now: deps.clock.now() };
  const poll = await deps.db.transaction((tx) => pollDevice(tx, presented));
  if (!poll || poll.spent_at) throw redeemed();
  if (!poll.is_open) throw denied();
  if (poll.expires_at <= presented.now)
    throw new OidcError('expired_token', 400, 'The player did not decide in time. Start again');
  if (poll.decision === 'denied') throw denied();
  if (poll.decision === null)
    throw poll.is_too_soon
      ? new OidcError('slow_down', 400, 'Increase the polling interval by five seconds')
      : new OidcError('authorization_pending', 400, 'The player has not decided yet');
  const spent = await spendWithGuest<SpentCode, 'not_spent'>(
    deps,
    { clientId: app.clientId, guestToken: textOf(fields, 'guest_token') ?? undefined },
    {
      identityOf: async () => poll.identity_id,
      spend: async () => (await deps.db.transaction((tx) => spendDevice(tx, presented))) ?? 'not_spent',
      unspend: () => unspendDevice(deps.db, presented.deviceHash),
    },
  );
  if (spent === 'guest_unknown' || spent === 'guest_claimed') throw guestRefused(spent);
  if (spent === 'ended') throw denied();
  if (spent === 'not_spent') {
    const since = await deps.db.transaction((tx) => pollDevice(tx, presented));
    // Another poll was faster and got the tokens, or the player disconnected the app or was suspended.
    throw since?.spent_at ? redeemed() : denied();
  }
  return standardTokens(deps, app.clientId, spent);
}

function assertDeviceFlow(app: App): void {
  if (!app.deviceFlow)
    throw new OidcError('unauthorized_client', 400, 'The app must turn on deviceFlow first');
  if (app.pausedBy !== null) throw denied();
}

function redeemed(): OidcError {
  return new OidcError('invalid_grant', 400, 'The device code is unknown or was redeemed');
}

function denied(): OidcError {
  return new OidcError('access_denied', 400, 'The player or PID refused the login');
}
