type EmbeddedPostgresErrorCode =
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

  constructor(code: EmbeddedPostgresErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** The errno or SQLSTATE of an error from Node or pg. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

function diskFull(dataDir: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'disk_full',
    `The disk that holds ${dataDir} is full. Free some space there and start again; nothing committed is lost.`,
    cause,
  );
}

/**
 * PostgreSQL reports the reason for a failed start only in its output. Messages are in English because it is
 * started with LC_ALL=C.
 */
export function describeOutput(dataDir: string, what: string, output: string): EmbeddedPostgresError {
  if (/No space left on device|Disk quota exceeded/.test(output)) return diskFull(dataDir);
  const lastLines = output.trim().split('\n').slice(-12).join('\n');
  return new EmbeddedPostgresError('start_failed', `${what}:\n${lastLines}`);
}

/** Converts a failure with a known remedy to an error with that remedy in its message. */
export function describeFailure(dataDir: string, error: unknown): unknown {
  if (error instanceof EmbeddedPostgresError || !(error instanceof Error)) return error;
  // 53100 is PostgreSQL's SQLSTATE for a full disk.
  if (['ENOSPC', 'EDQUOT', '53100'].includes(codeOf(error) ?? '')) return diskFull(dataDir, error);
  // Only errors of system calls on files have a path.
  if (!('syscall' in error && 'path' in error)) return error;
  return String(error.syscall).startsWith('spawn')
    ? new EmbeddedPostgresError(
        'binaries_missing',
        `PostgreSQL cannot be run on this system (${error.message}). Run \`npm ci\` again, or configure an ` +
          'external PostgreSQL.',
        error,
      )
    : new EmbeddedPostgresError(
        'unusable_folder',
        `The data folder ${dataDir} cannot be used (${error.message}). ` +
          'Make it a folder that this user may write, or choose another data folder.',
        error,
      );
}
