import pino, { type DestinationStream, type Logger as PinoLogger, type LoggerOptions } from 'pino';
import { currentTracer } from './tracing/tracing.ts';

export type Logger = Pick<
  PinoLogger,
  'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'isLevelEnabled' | 'level'
>;

/** Structured logs. Values that could be secrets are removed here, so that no call site has to. */
export function createLogger(level: string, to: 'stdout' | 'stderr' | DestinationStream = 'stdout'): Logger {
  const options: LoggerOptions = {
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
    mixin: () => ({ ...currentTracer()?.logFields() }),
    serializers: { err: (error: unknown) => serializeError(error) },
  };
  // The standard output of a command is its result.
  return to === 'stdout' ? pino(options) : pino(options, to === 'stderr' ? process.stderr : to);
}

const causesMax = 4;
/** Errors of an `AggregateError` that are written. */
const errorsMax = 10;

/**
 * Only name, message, SQLSTATE, stack, and the same of its causes and parts: a driver's `detail` repeats row values.
 */
function serializeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return {
    name: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    // One stack is enough to find the place.
    ...(depth === 0 && { stack: error.stack }),
    ...(cause instanceof Error && depth < causesMax && { cause: serializeError(cause, depth + 1) }),
    ...(error instanceof AggregateError &&
      depth < causesMax && {
        errors: error.errors.slice(0, errorsMax).map((each) => serializeError(each, depth + 1)),
      }),
  };
}

/**
 * SIGUSR2 switches a running process to debug logs, and a second one back, so that a problem can be examined
 * without a restart.
 */
export function changeLevelBySignal(log: Logger, passOn: () => void = () => {}): void {
  if (process.platform === 'win32') return;
  const usual = log.level;
  process.on('SIGUSR2', () => {
    log.level = log.level === 'debug' ? usual : 'debug';
    log.warn({ logLevel: log.level }, 'the log level was changed by a signal');
    passOn();
  });
}
