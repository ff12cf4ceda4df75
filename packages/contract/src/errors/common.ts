import { errors } from './declare.ts';

/** The refusals that any operation may give; texts fixed by the contract. */
export const commonErrors = errors({
  validation_failed: { status: 400, meaning: 'One sentence a broken rule, each beginning with the field' },
  malformed_json: { status: 400, meaning: 'Malformed JSON' },
  unauthorized: { status: 401, meaning: 'Unauthorized' },
  read_only_token: { status: 403, meaning: 'Read-only token' },
  foreign_origin: { status: 403, meaning: 'Cross-origin request refused' },
  /** What lets anybody be anybody, or gives play money away, is for the machine that it runs on. */
  only_on_this_machine: {
    status: 403,
    meaning: 'Only for requests made on this machine: not through a proxy, a tunnel or another name',
  },
  identity_suspended: { status: 403, meaning: 'Identity suspended' },
  /** An administrator has paused the app, or its owner is suspended. */
  app_paused: { status: 403, meaning: 'App paused' },
  step_up_required: {
    status: 403,
    meaning: 'Confirm that it is you',
    context: {
      need: 'What is lacking: `recent`, a sign-in of the last ten minutes, or `assertion`, a passkey’s signature over this very request',
    },
  },
  frozen: {
    status: 403,
    meaning: 'Frozen because its owner said that it was not them',
    context: { until: 'When it ends, in unix seconds' },
  },
  role_too_small: {
    status: 403,
    meaning: 'The role of the machine credential does not allow this',
    context: { role: 'Of the credential', needs: 'The role that this takes; `owner` does everything' },
    sentence: ({ role, needs }: { role: string; needs: string }) =>
      `A machine credential of the role ${role} may not do this: it takes ${needs === 'owner' ? 'owner' : `${needs} or owner`}`,
  },
  no_identity: { status: 404, meaning: 'No Identity found' },
  not_found: { status: 404, meaning: 'Not Found' },
  idempotency_key_required: {
    status: 400,
    meaning: 'Idempotency-Key is required: choose one, and repeat the request with the same one',
  },
  idempotency_key_reused: { status: 409, meaning: 'Idempotency-Key was used before with another request' },
  method_not_allowed: { status: 405, meaning: 'Method Not Allowed' },
  body_too_large: { status: 413, meaning: 'Body over 64 KiB' },
  unsupported_media_type: { status: 415, meaning: 'Content-Type must be application/json' },
  too_many_requests: { status: 429, meaning: 'ThrottlerException: Too Many Requests' },
  internal_error: { status: 500, meaning: 'Internal Server Error' },
  overloaded: { status: 503, meaning: 'Service Unavailable, try again' },
});
