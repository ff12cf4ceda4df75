/** The body of every refusal under /v1, with what the headers add. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly statusCode: number;
  readonly messages: readonly string[];
  /** Validation errors arrive as an array, each sentence beginning with the field's path. */
  readonly isValidation: boolean;
  readonly retryAfterSeconds: number | null;
  /** What programs read of a refusal: `step_up_required` with `need`, say. Empty when a proxy answered. */
  readonly code: string;
  readonly details: Readonly<Record<string, string>>;

  constructor(
    statusCode: number,
    message: string | readonly string[],
    retryAfterSeconds: number | null = null,
    errorHeader: string | null = null,
  ) {
    super(typeof message === 'string' ? message : message.join('; '));
    this.statusCode = statusCode;
    this.messages = typeof message === 'string' ? [message] : message;
    this.isValidation = typeof message !== 'string';
    this.retryAfterSeconds = retryAfterSeconds;
    [this.code, this.details] = parseErrorHeader(errorHeader ?? '');
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

/** `insufficient_balance; needed=2600; to="a \\"b\\""`: an RFC 9651 item with parameters, as the service writes it. */
function parseErrorHeader(header: string): [string, Record<string, string>] {
  const details: Record<string, string> = {};
  for (const [, key = '', quoted, bare = ''] of header.matchAll(
    /; *([a-z_]\w*)=(?:"((?:[^"\\]|\\.)*)"|([^;]*))/gu,
  ))
    details[key] = quoted?.replaceAll(/\\(.)/gu, '$1') ?? bare;
  return [/^[a-z_]+/u.exec(header)?.[0] ?? '', details];
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
  return new ApiError(
    response.status,
    message,
    retryAfterSeconds(response),
    response.headers.get('pid-error'),
  );
}

/** What a deed wants before it happens: a passkey's signature, or a sign-in of the last minutes. Null for any other refusal. */
export function stepUpNeed(error: unknown): 'assertion' | 'recent' | null {
  if (!(error instanceof ApiError) || error.code !== 'step_up_required') return null;
  return error.details['need'] === 'assertion' ? 'assertion' : 'recent';
}

/** Some deeds want a sign-in of the last minutes, for which an old cookie is not enough. */
export function isFreshSignInWanted(error: unknown): boolean {
  return (error instanceof ApiError && error.code === 'sign_in_again') || stepUpNeed(error) === 'recent';
}
