import type { ErrorCode } from '../errors/index.ts';

/** Error response of the service. Branch on `code`, and show your own texts to players. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** Empty if something other than PID responded, for example a proxy. */
  readonly code: ErrorCode | '';
  /** Values that belong to the code, for example `needed` and `available` of `insufficient_balance`. */
  readonly context: Readonly<Record<string, string>>;
  /** English sentences. For `validation_failed`, one per broken rule, each starting with the field's name. */
  readonly messages: readonly string[];
  readonly retryAfterSeconds: number | null;
  /** The operator can find the request in the log by this id. */
  readonly requestId: string | null;

  constructor(response: Pick<Response, 'status' | 'statusText' | 'headers'>, body: unknown) {
    const messages = messagesOf(body) ?? [response.statusText || 'Request failed'];
    super(messages.join('; '));
    this.messages = messages;
    this.status = response.status;
    [this.code, this.context] = parseErrorHeader(response.headers.get('pid-error') ?? '');
    this.retryAfterSeconds = wholeSeconds(response.headers.get('retry-after'));
    this.requestId = response.headers.get('x-request-id');
  }
}

function messagesOf(body: unknown): string[] | null {
  if (typeof body !== 'object' || body === null || !('message' in body)) return null;
  const messages = [body.message].flat();
  return messages.every((message) => typeof message === 'string') ? messages : null;
}

function wholeSeconds(header: string | null): number | null {
  const seconds = Number(header ?? '');
  return Number.isInteger(seconds) && seconds > 0 ? seconds : null;
}

/** Parses an RFC 9651 item with parameters, for example `insufficient_balance; needed=2600; to="a \\"b\\""`. */
function parseErrorHeader(header: string): [ErrorCode | '', Record<string, string>] {
  const context: Record<string, string> = {};
  for (const [, key = '', quoted, bare = ''] of header.matchAll(
    /; *([a-z_]\w*)=(?:"((?:[^"\\]|\\.)*)"|([^;]*))/gu,
  ))
    context[key] = quoted?.replaceAll(/\\(.)/gu, '$1') ?? bare;
  return [(/^[a-z_]+/u.exec(header)?.[0] ?? '') as ErrorCode | '', context];
}
