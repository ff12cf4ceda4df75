/**
 * What went wrong, for programs. Refusals of the service carry its own code, such as `insufficient_balance`; the rest is ours:
 * - access_denied: the player said no
 * - closed: the player closed the window
 * - timeout: nothing came back within ten minutes
 * - aborted: your `signal` was aborted
 * - superseded: the same was started again meanwhile
 * - unknown_state: an answer to something that this browser did not start, or started too long ago
 * - unsupported: this browser lacks what is needed
 * - failed: anything else that the service may answer
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
  /** The HTTP status, when the service refused. */
  readonly status?: number;
  /** What the code carries: `needed` and `available` of `insufficient_balance`, say. */
  readonly context?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: number | null;
  /** By this the operator of PID finds the request. */
  readonly requestId?: string | null;
  readonly cause?: unknown;
}

/** Everything that this SDK throws. Branch on `code`; `message` is a sentence in English. */
export class PidError extends Error {
  override readonly name = 'PidError';
  readonly code: PidErrorCode;
  readonly status: number | null;
  readonly context: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number | null;
  readonly requestId: string | null;

  constructor(code: PidErrorCode, message: string = code, details: PidErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status ?? null;
    this.context = details.context ?? {};
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.requestId = details.requestId ?? null;
  }

  /** Each entry of this package is a file of its own, with this class in it: they know one another's errors. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'PidError';
  }
}
