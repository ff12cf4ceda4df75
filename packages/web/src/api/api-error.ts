/** The body of every refusal under /v1, with what the headers add. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly statusCode: number;
  readonly messages: readonly string[];
  /** Validation errors arrive as an array, each sentence beginning with the field's path. */
  readonly isValidation: boolean;
  readonly retryAfterSeconds: number | null;

  constructor(
    statusCode: number,
    message: string | readonly string[],
    retryAfterSeconds: number | null = null,
  ) {
    super(typeof message === 'string' ? message : message.join('; '));
    this.statusCode = statusCode;
    this.messages = typeof message === 'string' ? [message] : message;
    this.isValidation = typeof message !== 'string';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No answer came: the request may or may not have been carried out. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly timedOut: boolean;

  constructor(timedOut: boolean, cause: unknown) {
    super(timedOut ? 'The server took too long to answer' : 'The server could not be reached', { cause });
    this.timedOut = timedOut;
  }
}

function isMessage(value: unknown): value is string | string[] {
  return (
    typeof value === 'string' || (Array.isArray(value) && value.every((entry) => typeof entry === 'string'))
  );
}

function retryAfterSeconds(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? '');
  return Number.isInteger(seconds) && seconds > 0 ? seconds : null;
}

/** A proxy in between may answer with something that is no ApiError; its status still counts. */
export function toApiError(response: Response, body: unknown): ApiError {
  const message =
    typeof body === 'object' && body !== null && 'message' in body && isMessage(body.message)
      ? body.message
      : response.statusText || 'Request failed';
  return new ApiError(response.status, message, retryAfterSeconds(response));
}

/** Some deeds want a sign-in of the last minutes, for which an old cookie is not enough. */
export function isFreshSignInWanted(error: unknown): boolean {
  return error instanceof ApiError && error.statusCode === 403 && error.messages[0] === 'Sign in again';
}
