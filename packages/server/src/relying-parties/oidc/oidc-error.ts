import type { StandardError } from '@pid/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toServiceError } from '../../platform/http/index.ts';

/**
 * A refusal in the format of RFC 6749 (5.2) or RFC 6750 (3.1): standard clients read `error`, people read the
 * description.
 */
export class OidcError extends Error {
  override readonly name = 'OidcError';
  readonly error: StandardError;
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The cause in one word, which only the owner of the app sees, in the app's requests. */
  ownersReason: string | null = null;

  constructor(
    error: StandardError,
    statusCode: number,
    description: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(description);
    this.error = error;
    this.statusCode = statusCode;
    this.headers = headers;
  }

  withReason(reason: string): this {
    this.ownersReason = reason;
    return this;
  }
}

/**
 * Sends refusals of the platform in the format of these endpoints. All other errors go to the platform's
 * handler.
 */
export function sendOidcError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toOidcError(error);
  if (!refusal) throw error;
  request.errorCode = refusal.error;
  request.ownersReason = refusal.ownersReason;
  return reply
    .code(refusal.statusCode)
    .headers({ 'cache-control': 'no-store', pragma: 'no-cache', ...refusal.headers })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: refusal.error, error_description: refusal.message }));
}

function toOidcError(error: unknown): OidcError | null {
  if (error instanceof OidcError) return error;
  const { statusCode, publicMessage, headers = {} } = toServiceError(error);
  if (statusCode >= 500) return null;
  if (statusCode === 401) return invalidToken();
  if (statusCode === 403) {
    return new OidcError('insufficient_scope', 403, 'This token does not allow the request', {
      'www-authenticate': 'Bearer realm="PID", error="insufficient_scope"',
    });
  }
  if (statusCode === 429) return new OidcError('temporarily_unavailable', 429, 'Too many requests', headers);
  return new OidcError('invalid_request', statusCode, String(publicMessage), headers);
}

export function invalidToken(): OidcError {
  return new OidcError('invalid_token', 401, 'The token is missing, expired or revoked', {
    'www-authenticate': 'Bearer realm="PID", error="invalid_token"',
  });
}
