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

  /** The same refusal, telling when to try again. */
  retryAfter(seconds: number): AppError {
    const headers = { ...this.headers, 'retry-after': String(seconds) };
    return new AppError(this.code, this.statusCode, this.publicMessage, headers, this.details);
  }

  /** The same refusal, saying more to programs: `insufficientBalance().with({ needed, available })`. */
  with(details: ErrorDetails): AppError {
    return new AppError(this.code, this.statusCode, this.publicMessage, this.headers, {
      ...this.details,
      ...details,
    });
  }
}

export interface ErrorDefinition<Context extends unknown[] = never[]> {
  (...context: Context): AppError;
  readonly code: string;
  readonly statusCode: number;
  readonly description: string;
}

const definedCodes = new Set<string>();

/**
 * Declares one refusal. A code is never renamed or given another meaning, because operators and tests know it by name.
 * `message` may be built from a context; a list means a validation error, one sentence a broken rule.
 */
export function defineError<Context extends unknown[] = []>(
  code: string,
  statusCode: number,
  message: string | ((...context: Context) => string | string[]),
  description: string = typeof message === 'string' ? message : code.replaceAll('_', ' '),
): ErrorDefinition<Context> {
  if (definedCodes.has(code)) throw new Error(`error code ${code} is defined twice`);
  definedCodes.add(code);
  const make = (...context: Context) =>
    new AppError(code, statusCode, typeof message === 'string' ? message : message(...context));
  return Object.assign(make, { code, statusCode, description });
}
