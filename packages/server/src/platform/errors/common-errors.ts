import { defineError } from './app-error.ts';

/** The refusals that any route may give; texts fixed by the contract. */
export const validationFailed = defineError(
  'validation_failed',
  400,
  (...rules: string[]) => rules,
  'One sentence a broken rule, each beginning with the field',
);
export const malformedJson = defineError('malformed_json', 400, 'Malformed JSON');
export const unauthorized = defineError('unauthorized', 401, 'Unauthorized');
export const readOnlyToken = defineError('read_only_token', 403, 'Read-only token');
export const foreignOrigin = defineError('foreign_origin', 403, 'Cross-origin request refused');
export const identitySuspended = defineError('identity_suspended', 403, 'Identity suspended');
/** An administrator has paused the app, or its owner is suspended. */
export const appPaused = defineError('app_paused', 403, 'App paused');
/** `need` says what is lacking: `recent`, a sign-in of the last ten minutes, or `assertion`, a passkey over this very request. */
export const stepUpRequired = defineError('step_up_required', 403, 'Confirm that it is you');
export const frozen = defineError('frozen', 403, 'Frozen because its owner said that it was not them');
export const noIdentity = defineError('no_identity', 404, 'No Identity found');
export const notFound = defineError('not_found', 404, (what: string = 'Not Found') => what, 'Not Found');
export const methodNotAllowed = defineError('method_not_allowed', 405, 'Method Not Allowed');
export const bodyTooLarge = defineError('body_too_large', 413, 'Body over 64 KiB');
export const unsupportedMediaType = defineError(
  'unsupported_media_type',
  415,
  'Content-Type must be application/json',
);
export const tooManyRequests = defineError('too_many_requests', 429, 'ThrottlerException: Too Many Requests');
export const internalError = defineError('internal_error', 500, 'Internal Server Error');
export const overloaded = defineError('overloaded', 503, 'Service Unavailable, try again');
