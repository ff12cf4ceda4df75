import { Refusal } from '@pid/contract/client';
import type { CommonText } from '../i18n/common.en.ts';
import { sayOf } from '../i18n/error-sentence.ts';
import { errorTexts } from '../i18n/error-texts.ts';
import type { ErrorTexts } from '../i18n/errors.en.ts';
import { describePasskeyError } from '../passkeys/passkey-error.ts';
import { NetworkError } from './errors.ts';

export interface ErrorDescription {
  /** One sentence that says what to do next. */
  readonly summary: string;
  /** Sentences for single fields, by the path that the server names. */
  readonly fields: Readonly<Record<string, string>>;
}

type GeneralText = CommonText['errors'];

/** For responses of a proxy or of a newer service. */
const STATUS_TEXTS: Readonly<Record<number, keyof GeneralText>> = {
  401: 'signInAgain',
  403: 'forbidden',
  404: 'notFound',
  429: 'busy',
  502: 'busy',
  503: 'busy',
  504: 'timeout',
};

/** Rules that depend on stored data. They still belong to a field. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  handle_taken: 'handle',
  handle_reserved: 'handle',
  handle_refused: 'handle',
  app_name_refused: 'name',
  name_refused: 'displayName',
};

function describeRefusal(error: Refusal, text: GeneralText, texts: ErrorTexts | null): string {
  const context = { ...error.context, seconds: error.retryAfterSeconds?.toString() };
  const sentence =
    texts && Object.hasOwn(texts, error.code) ? texts[error.code as keyof ErrorTexts] : undefined;
  const general = STATUS_TEXTS[error.status] ?? (error.status >= 500 ? 'server' : 'unknown');
  return sayOf(sentence, context) ?? text[general];
}

/** Each message of a failed validation begins with the field's path. */
function describeFields(error: Refusal, text: GeneralText): Record<string, string> {
  const paths = error.messages.map((message) => message.split(' ')[0] ?? '');
  return Object.fromEntries(paths.map((path) => [path, text.invalidField]));
}

export function describeError(
  error: unknown,
  text: GeneralText,
  texts: ErrorTexts | null = errorTexts(),
): ErrorDescription {
  if (error instanceof NetworkError)
    return { summary: error.timedOut ? text.timeout : text.network, fields: {} };
  if (!(error instanceof Refusal))
    return { summary: describePasskeyError(error, text) ?? text.unknown, fields: {} };
  const summary = describeRefusal(error, text, texts);
  if (error.code === 'validation_failed') return { summary, fields: describeFields(error, text) };
  const field = FIELD_OF_CODE[error.code];
  return { summary, fields: field === undefined ? {} : { [field]: summary } };
}
