import { errors } from './declare.ts';

/** Messages that the interface document fixes stay as they are; `meaning` explains them. */
export const commonErrors = errors({
  validation_failed: {
    status: 400,
    meaning:
      'The request breaks one or more rules: `message` is an array with one sentence per rule, each starting with the field’s name',
    remedy:
      'Correct every field that `message` names, then send the request again. The reference lists the type and the bounds of every field.',
  },
  malformed_json: {
    status: 400,
    message: 'Malformed JSON',
    meaning: 'The body is not valid JSON',
    remedy: 'Send one JSON object, as UTF-8. Let a library serialize it instead of joining strings.',
  },
  unauthorized: {
    status: 401,
    message: 'Unauthorized',
    meaning:
      'The session cookie, token or client secret is missing, expired or invalid: sign in again or request a new token',
    remedy:
      'A player: sign in again, or refresh the session. A server: request a new machine token with `POST /v1/auth/token`; if that fails too, check `client_id` and the secret. A player’s bearer cannot be refreshed: ask the player to sign in to your app.',
  },
  read_only_token: {
    status: 403,
    message: 'Read-only token',
    meaning:
      'The token does not allow this operation: it lacks the scope, or the operation requires another kind of caller',
    remedy:
      'Read `need` in `pid-error`. If it is a scope, request it at sign-in or for the machine token. If it is `session`, send the player to the hosted page for this. If it is `bearer` or `machine_token`, use that token.',
    context: {
      need: 'What the operation requires instead: a scope of the token (`read`, `profile`, `balance`, `payments`), a player’s `session`, an app’s `bearer` for a player, or an app’s `machine_token`',
    },
  },
  foreign_origin: {
    status: 403,
    message: 'Cross-origin request refused',
    meaning:
      'A browser sent the session cookie from another origin: call the service from its own pages, or use a token',
    remedy:
      'Call this operation from your server with a bearer or a machine token. To let a player act, open the hosted page for it.',
  },
  /** These operations sign in as anybody or give away play money, so only the machine that runs the service may call them. */
  only_on_this_machine: {
    status: 403,
    meaning:
      'This operation accepts only requests made on the machine that runs the service, not through a proxy, a tunnel or another host name',
    remedy:
      'Send the request on that machine, directly to the address that `npm start` prints. On a shared sandbox, use the operations under `/v1/sandbox`.',
  },
  identity_suspended: {
    status: 403,
    message: 'Identity suspended',
    meaning: 'The identity is suspended by an administrator: it can read, but this write is not allowed',
    remedy:
      'Do not retry. The player has to ask the operator of the service to lift the suspension; reading still works.',
  },
  app_paused: {
    status: 403,
    message: 'App paused',
    meaning: 'The app is paused, by an administrator or because its owner is suspended',
    remedy:
      'Do not retry. Ask the operator of the service why the app is paused. Players keep their money; held payments can be voided and others refunded.',
  },
  step_up_required: {
    status: 403,
    message: 'Confirm that it is you',
    meaning:
      'The request must be confirmed: repeat it after a recent sign-in, or with a passkey’s signature in `pid-assertion` (see POST /v1/step-up/options)',
    remedy:
      'Only a player can do this: open the hosted page, which asks for the passkey. A page of the service gets options from `POST /v1/step-up/options`, lets the passkey sign them, and repeats the request with `pid-assertion`.',
    context: {
      need: 'The missing proof: `recent` (a sign-in within the last ten minutes) or `assertion` (a passkey’s signature over this request)',
    },
  },
  frozen: {
    status: 403,
    meaning: 'The identity is frozen because its owner reported activity that was not theirs',
    remedy:
      'Wait until `until`, or let the player lift the freeze on the security page. Do not retry before.',
    context: { until: 'Unix timestamp in seconds at which the freeze ends' },
  },
  role_too_small: {
    status: 403,
    meaning: 'The role of the machine credential does not allow this operation',
    remedy: 'Use a credential with the role in `needs`, or ask an administrator to create one.',
    context: {
      role: 'Role of the machine credential',
      needs: 'Role that the operation requires; `owner` is always sufficient',
    },
    sentence: ({ role, needs }: { role: string; needs: string }) =>
      `A machine credential with the role ${role} may not do this: it requires ${needs === 'owner' ? 'owner' : `${needs} or owner`}`,
  },
  no_identity: {
    status: 404,
    message: 'No Identity found',
    meaning: 'The caller’s token is valid, but its identity does not exist',
    remedy:
      'Ask the player to sign in and to choose a name. If the identity was deleted, end your own session for this player.',
  },
  not_found: {
    status: 404,
    message: 'Not Found',
    meaning: 'The resource does not exist, or the caller may not see it',
    remedy:
      'Check the path and the id. If the resource belongs to somebody else, use the token of its owner; otherwise treat it as deleted.',
  },
  idempotency_key_required: {
    status: 400,
    meaning: 'The Idempotency-Key header is required: choose a key, and send the same key when you retry',
    remedy:
      'Create a random key for each intent, such as one press of the button, store it, and send it in `Idempotency-Key` with every attempt.',
  },
  idempotency_key_reused: {
    status: 409,
    meaning: 'Idempotency-Key was used before with another request',
    remedy: 'Use a new key for a new request. To retry, send exactly the same body as the first time.',
  },
  method_not_allowed: {
    status: 405,
    message: 'Method Not Allowed',
    meaning: 'The path exists, but not with this method',
    remedy: 'Use one of the methods in the header `Allow`.',
  },
  body_too_large: {
    status: 413,
    message: 'Body over 64 KiB',
    meaning: 'The body is larger than 64 KiB',
    remedy:
      'Send less than 64 KiB. Split lists into several requests; only the upload of a picture accepts more.',
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'Content-Type must be application/json',
    remedy: 'Send the header `Content-Type: application/json`. `/oidc/token` also accepts forms.',
  },
  too_many_requests: {
    status: 429,
    // This exact text is part of the published API.
    message: 'ThrottlerException: Too Many Requests',
    meaning: 'The rate limit is reached: wait for the number of seconds in `Retry-After`',
    remedy:
      'Wait for the number of seconds in `Retry-After`, then send the same request. Cache what you read, and read `RateLimit-Remaining` to slow down before the limit.',
  },
  internal_error: {
    status: 500,
    message: 'Internal Server Error',
    meaning:
      'An unexpected error in the service: report it to the operator with the `x-request-id` of the response',
    remedy:
      'Retry once with the same `Idempotency-Key`. If it fails again, report the `x-request-id` of the response to the operator.',
  },
  overloaded: {
    status: 503,
    message: 'Service Unavailable, try again',
    meaning:
      'The service is overloaded or restarting: wait for the number of seconds in `Retry-After`, then try again',
    remedy:
      'Wait for the number of seconds in `Retry-After`, then send the same request with the same `Idempotency-Key`. Increase the wait after every failure.',
  },
});
