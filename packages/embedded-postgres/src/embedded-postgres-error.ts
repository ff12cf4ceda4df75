export type EmbeddedPostgresErrorCode =
  | 'in_use'
  | 'binaries_missing'
  | 'unusable_folder'
  | 'root_refused'
  | 'start_failed'
  | 'disk_full'
  | 'stop_failed'
  | 'lost';

/** The message is for a person at a terminal. It says what happened and what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The errno or SQLSTATE of an error from Node or pg. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function diskFull(dataDir: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'disk_full',
    `The disk that holds ${dataDir} is full. Free some space there and start again; nothing committed is lost.`,
    { cause },
  );
}

/** 53100 is PostgreSQL's SQLSTATE for a full disk. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);
const UNUSABLE = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EEXIST',
  'EISDIR',
  'ENAMETOOLONG',
  'ELOOP',
  'EIO',
]);

/** Converts a failure with a known remedy to an error with that remedy in its message. */
export function describeFailure(dataDir: string, error: unknown): unknown {
  if (error instanceof EmbeddedPostgresError) return error;
  const code = codeOf(error) ?? '';
  if (FULL.has(code)) return diskFull(dataDir, error);
  if (!UNUSABLE.has(code)) return error;
  return new EmbeddedPostgresError(
    'unusable_folder',
    `The data folder ${dataDir} cannot be used (${messageOf(error)}). ` +
      'Make it a folder that this user may write, or choose another data folder.',
    { cause: error },
  );
}
