import { errorTable, type ErrorCode, type ErrorContext, type ErrorEntry } from '@pid/contract';
import { ServiceError } from './service-error.ts';

type Table = typeof errorTable;
type ContextOf<Code extends ErrorCode> = Table[Code] extends {
  readonly sentence: (context: infer Context) => string;
}
  ? Context
  : ErrorContext;
type Rest<Code extends ErrorCode> = Table[Code] extends { readonly sentence: unknown }
  ? [context: ContextOf<Code>]
  : [context?: ErrorContext, words?: string | string[]];

/**
 * Returns the refusal for a code: `throw refuse('insufficient_balance', { needed, available })`. The context
 * is for programs. The error table turns it into a sentence, unless the caller passes its own.
 */
export function refuse<Code extends ErrorCode>(code: Code, ...rest: Rest<Code>): ServiceError {
  const entry: ErrorEntry = errorTable[code];
  const [context = {}, words] = rest as [ErrorContext?, (string | string[])?];
  const sentence = words ?? entry.sentence?.(context) ?? entry.message ?? plain(entry.meaning);
  return new ServiceError(
    code,
    entry.status,
    entry.isRule ? [sentence].flat() : sentence,
    undefined,
    Object.fromEntries(
      Object.entries(context).map(([key, value]) => [key, typeof value === 'bigint' ? Number(value) : value]),
    ),
  );
}

/** The reference shows `meaning` with code marks; a message is plain text. */
function plain(meaning: string): string {
  return meaning.replaceAll('`', '');
}

/** One sentence per broken rule of the request, each beginning with the field. */
export function invalid(...sentences: string[]): ServiceError {
  return refuse('validation_failed', {}, sentences);
}
