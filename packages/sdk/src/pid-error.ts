/**
 * Machine-readable error code: a code of the API, for example `insufficient_balance`, or one of these codes of the SDK:
 * - access_denied: the player denied or cancelled the request
 * - closed: the player closed the window
 * - timeout: no response within ten minutes to a sign-in, or within a day to another request
 * - aborted: your code aborted the `signal`
 * - superseded: your code started the same request again, or the player continued in the other window
 * - unknown_state: the response does not belong to a request of this browser, or the request has expired
 * - unsupported: the browser lacks a required feature
 * - failed: the response has no known code
 */
export type PidErrorCode =
  | 'access_denied'
  | 'closed'
  | 'timeout'
  | 'aborted'
  | 'superseded'
  | 'unknown_state'
  | 'unsupported'
  | 'failed'
  | (string & {});

export interface PidErrorDetails {
  /** HTTP status code of the service's response. */
  readonly status?: number;
  /** Values that belong to the code, for example `needed` and `available` of `insufficient_balance`. */
  readonly context?: Readonly<Record<string, string>>;
  /** Seconds to wait before you retry, from `Retry-After`. */
  readonly retryAfterSeconds?: number | null;
  /** Id of the request in the logs of PID. Include it when you report a problem. */
  readonly requestId?: string | null;
  readonly cause?: unknown;
}

/**
 * Thrown when a request is refused, denied or not completed. Branch on `code`; `message` is English text for developers.
 * Network failures reject with the error of `fetch`, and invalid arguments throw a `RangeError` or `TypeError`.
 */
export class PidError extends Error {
  override readonly name = 'PidError';
  readonly code: PidErrorCode;
  /** HTTP status code; null if the error is not a response of the service. */
  readonly status: number | null;
  /** Values that belong to the code, for example `needed` and `available` of `insufficient_balance`. */
  readonly context: Readonly<Record<string, string>>;
  /** Seconds to wait before you retry; null if the service sent no `Retry-After`. */
  readonly retryAfterSeconds: number | null;
  /** Id of the request in the logs of PID; null if there is none. */
  readonly requestId: string | null;

  constructor(code: PidErrorCode, message: string = code, details: PidErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status ?? null;
    this.context = details.context ?? {};
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.requestId = details.requestId ?? null;
  }

  /** Every entry point of this package bundles its own copy of this class, so `instanceof` compares the name. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'PidError';
  }
}
