import { errors } from './declare.ts';

/** Messages that the interface document fixes stay as they are; `meaning` explains them. */
export const commonErrors = errors({
  validation_failed: {
    status: 400,
    meaning:
      'The request breaks one or more rules: `message` is an array with one sentence per rule, each starting with the field’s name',
  },
  malformed_json: {
    status: 400,
    message: 'Malformed JSON',
    meaning: 'The body is not valid JSON',
  },
  unauthorized: {
    status: 401,
    message: 'Unauthorized',
    meaning:
      'The session cookie, token or client secret is missing, expired or invalid: sign in again or request a new token',
  },
  read_only_token: {
    status: 403,
    message: 'Read-only token',
    meaning:
      'The token does not allow this operation: it lacks the scope, or the operation requires another kind of caller',
    context: {
      need: 'What the operation requires instead: a scope of the token (`read`, `profile`, `balance`, `payments`), a player’s `session`, an app’s `bearer` for a player, or an app’s `machine_token`',
    },
  },
  foreign_origin: {
    status: 403,
    message: 'Cross-origin request refused',
    meaning:
      'A browser sent the session cookie from another origin: call the service from its own pages, or use a token',
  },
  /** These operations sign in as anybody or give away play money, so only the machine that runs the service may call them. */
  only_on_this_machine: {
    status: 403,
    meaning:
      'This operation accepts only requests made on the machine that runs the service, not through a proxy, a tunnel or another host name',
  },
  identity_suspended: {
    status: 403,
    message: 'Identity suspended',
    meaning: 'The identity is suspended by an administrator: it can read, but this write is not allowed',
  },
  app_paused: {
    status: 403,
    message: 'App paused',
    meaning: 'The app is paused, by an administrator or because its owner is suspended',
  },
  step_up_required: {
    status: 403,
    message: 'Confirm that it is you',
    meaning:
      'The request must be confirmed: repeat it after a recent sign-in, or with a passkey’s signature in `pid-assertion` (see POST /v1/step-up/options)',
    context: {
      need: 'The missing proof: `recent` (a sign-in within the last ten minutes) or `assertion` (a passkey’s signature over this request)',
    },
  },
  frozen: {
    status: 403,
    meaning: 'The identity is frozen because its owner reported activity that was not theirs',
    context: { until: 'Unix timestamp in seconds at which the freeze ends' },
  },
  role_too_small: {
    status: 403,
    meaning: 'The role of the machine credential does not allow this operation',
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
  },
  not_found: {
    status: 404,
    message: 'Not Found',
    meaning: 'The resource does not exist, or the caller may not see it',
  },
  idempotency_key_required: {
    status: 400,
    meaning: 'The Idempotency-Key header is required: choose a key, and send the same key when you retry',
  },
  idempotency_key_reused: { status: 409, meaning: 'Idempotency-Key was used before with another request' },
  method_not_allowed: {
    status: 405,
    message: 'Method Not Allowed',
    meaning: 'The path exists, but not with this method',
  },
  body_too_large: {
    status: 413,
    message: 'Body over 64 KiB',
    meaning: 'The body is larger than 64 KiB',
  },
  unsupported_media_type: { status: 415, meaning: 'Content-Type must be application/json' },
  too_many_requests: {
    status: 429,
    // This exact text is part of the published API.
    message: 'ThrottlerException: Too Many Requests',
    meaning: 'The rate limit is reached: wait for the number of seconds in `Retry-After`',
  },
  internal_error: {
    status: 500,
    message: 'Internal Server Error',
    meaning:
      'An unexpected error in the service: report it to the operator with the `x-request-id` of the response',
  },
  overloaded: {
    status: 503,
    message: 'Service Unavailable, try again',
    meaning:
      'The service is overloaded or restarting: wait for the number of seconds in `Retry-After`, then try again',
  },
});
