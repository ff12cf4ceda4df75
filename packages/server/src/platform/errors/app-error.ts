/** What a client may be told about a refusal beside its sentence. Chain amounts are strings, rupiah and small integers numbers. */
export type ErrorDetails = Readonly<Record<string, string | number>>;

/** What a refusal means to a client: a status, one sentence, and a code with details that programs read. */
export class AppError extends Error {
  readonly code: string;
  readonly statusCode: number;
  readonly publicMessage: string | string[];
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly details: ErrorDetails;

  constructor(
    code: string,
    statusCode: number,
    publicMessage: string | string[],
    headers?: Record<string, string>,
    details: ErrorDetails = {},
  ) {
    super(`${code}: ${Array.isArray(publicMessage) ? publicMessage.join('; ') : publicMessage}`);
    this.name = 'AppError';
    this.code = code;
    this.statusCode = statusCode;
    this.publicMessage = publicMessage;
    this.headers = headers;
    this.details = details;
  }

  /** Why, for the log alone: what another service said, or did not say. */
  because(cause: unknown): this {
    this.cause = cause;
    return this;
  }

  /** The same refusal, telling when to try again. */
  retryAfter(seconds: number): AppError {
    const headers = { ...this.headers, 'retry-after': String(seconds) };
    return new AppError(this.code, this.statusCode, this.publicMessage, headers, this.details).because(
      this.cause,
    );
  }
}
