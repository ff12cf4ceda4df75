/** Errors of the OAuth and OpenID Connect endpoints: RFC 6749 (5.2), RFC 6750, RFC 7009, RFC 8628, and two for guests. */
export const standardErrors = {
  invalid_request: 'A field is missing, repeated or malformed.',
  invalid_client: 'The client is unknown, or its secret is wrong or missing.',
  invalid_grant:
    'The code is unknown, spent or expired, or belongs to another client, address or code verifier.',
  invalid_scope: 'A login requests only `payments`, or requests it for an app that may not charge.',
  unsupported_grant_type: 'The endpoint does not support this `grant_type`.',
  unauthorized_client: 'PID has paused the app, or the app has not turned on `deviceFlow`.',
  unsupported_token_type: 'A machine token cannot be revoked.',
  authorization_pending: 'The player has not decided yet. Poll again after `interval` seconds.',
  slow_down: 'The device polls too often. Increase its interval by five seconds.',
  expired_token: 'The player did not decide in time. Start again.',
  access_denied: 'The player or PID refused the login.',
  invalid_token: 'The token is missing, expired or revoked.',
  insufficient_scope: 'The token does not allow the request.',
  guest_unknown: 'The app has no guest with this `guest_token`.',
  guest_claimed: 'Another player has claimed the guest.',
  temporarily_unavailable: 'Too many requests, or no code is available. Try again later.',
} as const;

export type StandardError = keyof typeof standardErrors;

/** Errors that the page `/authorize` adds to `redirect_uri` (RFC 6749, 4.1.2.1; OpenID Connect Core, 3.1.2.6). */
export const redirectErrors = {
  access_denied: 'the player denied the login',
  consent_required: '`prompt` is `none` and a player is signed in',
  login_required: '`prompt` is `none` and no player is signed in',
  invalid_request: 'a parameter is missing or malformed, or two contradict each other',
  invalid_scope: '`scope` is only `payments`, or contains it although the app may not charge',
  unsupported_response_type: '`response_type` is not `code`',
  request_not_supported: '`request` is present',
  request_uri_not_supported: '`request_uri` is present',
} as const;

export type RedirectError = keyof typeof redirectErrors;

/** What to do about each error, shown in the reference. */
export const standardRemedies: Readonly<Record<StandardError | RedirectError, string>> = {
  invalid_request:
    'Send every required field once. A body is `application/x-www-form-urlencoded` or JSON, not both.',
  invalid_client:
    'Check `client_id` and the secret, and that the secret was not rotated. Send the secret in the body or with HTTP Basic, not both.',
  invalid_grant:
    'Start a new login. Exchange the code once, within five minutes, with the same `client_id`, `redirect_uri` and the verifier of that login. The owner of the app sees the exact cause under Your apps, “Latest requests”.',
  invalid_scope:
    'Request `openid`, `profile` or `balance` for players. Request `payments` with `grant_type=client_credentials`.',
  unsupported_grant_type: 'Use `authorization_code`, `client_credentials` or the device code grant.',
  unauthorized_client:
    'Turn on `deviceFlow` in the settings of the app. If the app is paused, ask the operator why.',
  unsupported_token_type: 'Let the machine token expire, or rotate the client secret, which ends it.',
  authorization_pending: 'Wait for `interval` seconds, then poll again.',
  slow_down: 'Add five seconds to your interval, and keep it for the rest of this login.',
  expired_token: 'Request a new device code, and show the new user code.',
  access_denied: 'Show the sign-in button again. Do not start the login again without the player.',
  invalid_token: 'Ask the player to sign in again. A bearer cannot be refreshed.',
  insufficient_scope: 'Request the scope at sign-in. The player sees it and decides.',
  guest_unknown: 'Exchange the same code without `guest_token`.',
  guest_claimed:
    'Exchange the same code without `guest_token`. The progress of this guest belongs to the other player.',
  temporarily_unavailable: 'Wait for `Retry-After`, or half a minute, then try again.',
  consent_required: 'Start the login without `prompt=none`, so that the player can decide.',
  login_required: 'Start the login without `prompt=none`, so that the player can sign in.',
  unsupported_response_type: 'Use `response_type=code`.',
  request_not_supported: 'Send the parameters in the address instead of `request`.',
  request_uri_not_supported: 'Send the parameters in the address instead of `request_uri`.',
};
