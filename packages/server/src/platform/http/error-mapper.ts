import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../db/index.ts';
import { ServiceError, invalid, refuse } from '../errors/index.ts';
import { errorHeader } from './error-header.ts';
import { validationSentences } from './validation-sentences.ts';

/** The only place where an error becomes `{statusCode, message}`. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toServiceError(error);
  request.failure = error;
  // A default for clients that retry; a refusal can set its own value.
  if (refusal.statusCode === 503) reply.header('retry-after', '5');
  if (refusal.headers) reply.headers(refusal.headers);
  // A limit of the operation itself: the headers of the ordinary limit would say that requests are left.
  if (refusal.statusCode === 429 && reply.getHeader('ratelimit-remaining') !== 0)
    for (const name of ['limit', 'remaining', 'reset']) reply.removeHeader(`ratelimit-${name}`);
  reply.header('pid-error', errorHeader(refusal));
  request.errorCode = refusal.code;
  request.ownersReason = refusal.ownersReason;
  return reply.code(refusal.statusCode).type('application/json; charset=utf-8').send(errorBody(refusal));
}

export function errorBody(refusal: ServiceError): string {
  return JSON.stringify({ statusCode: refusal.statusCode, message: bounded(refusal.publicMessage) });
}

const sentencesMax = 20;
const sentenceCharactersMax = 300;
const messageBytesMax = 8000;

/** Limits the length of the response, because the sentences repeat field names that the caller chose. */
function bounded(message: string | string[]): string | string[] {
  if (typeof message === 'string') return shortened(message);
  let bytes = 0;
  return message
    .slice(0, sentencesMax)
    .map(shortened)
    .filter((sentence) => (bytes += Buffer.byteLength(JSON.stringify(sentence)) + 1) <= messageBytesMax);
}

function shortened(sentence: string): string {
  if (sentence.length <= sentenceCharactersMax) return sentence;
  return `${sentence.slice(0, sentenceCharactersMax).toWellFormed()}…`;
}

/** Turns any error into the refusal that the client gets. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const { validation, validationContext, code } = error as Partial<FastifyError>;
  if (validation) return invalid(...validationSentences(validation, validationContext ?? 'body'));
  return refuse(
    frameworkRefusals.get(code ?? '') ?? (isDatabaseUnavailable(error) ? 'overloaded' : 'internal_error'),
  );
}

const frameworkRefusals = new Map<string, 'unsupported_media_type' | 'not_found'>([
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'unsupported_media_type'],
  ['FST_ERR_BAD_URL', 'not_found'],
  ['FST_ERR_MAX_PARAM_LENGTH', 'not_found'],
]);
