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
