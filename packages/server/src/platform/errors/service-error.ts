/**
 * Machine-readable details of a refusal. Chain amounts are strings; rupiah and small integers are numbers.
 */
export type ErrorDetails = Readonly<Record<string, string | number>>;

/** A refusal as the client sees it: a status, one sentence, and a code with details for programs. */
export class ServiceError extends Error {
  readonly code: string;
  readonly statusCode: number;
  readonly publicMessage: string | string[];
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly details: ErrorDetails;
  /** The cause in one word, which only the owner of the app sees, in the app's requests. */
  ownersReason: string | null = null;

  constructor(
    code: string,
    statusCode: number,
    publicMessage: string | string[],
    headers?: Record<string, string>,
    details: ErrorDetails = {},
  ) {
    super(`${code}: ${Array.isArray(publicMessage) ? publicMessage.join('; ') : publicMessage}`);
    this.name = 'ServiceError';
    this.code = code;
    this.statusCode = statusCode;
    this.publicMessage = publicMessage;
    this.headers = headers;
    this.details = details;
  }

  /** Attaches the cause, which only the log shows: for example the response of another service. */
  because(cause: unknown): this {
    this.cause = cause;
    return this;
  }

  withReason(reason: string): this {
    this.ownersReason = reason;
    return this;
  }

  /** The same refusal with a Retry-After header. */
  retryAfter(seconds: number): ServiceError {
    const headers = { ...this.headers, 'retry-after': String(seconds) };
    return new ServiceError(this.code, this.statusCode, this.publicMessage, headers, this.details).because(
      this.cause,
    );
  }
}
