import pino, { type Logger as PinoLogger } from 'pino';

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'isLevelEnabled'> & {
  child(bindings: Record<string, unknown>): Logger;
};

/** Structured logs. Whatever could be a secret is removed here, so that no call site has to remember. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    redact: {
      paths: [
        'email',
        '*.email',
        'token',
        '*.token',
        'secret',
        '*.secret',
        'cookie',
        '*.cookie',
        'authorization',
        '*.authorization',
        'code_verifier',
        '*.code_verifier',
      ],
      censor: '[removed]',
    },
    serializers: { err: serializeError },
  });
}

/** Only name, message, SQLSTATE and stack: a driver's `detail` repeats row values. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = (error as { code?: unknown }).code;
  return {
    name: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    stack: error.stack,
  };
}
