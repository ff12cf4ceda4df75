import type { ErrorCode } from '../errors/index.ts';

/** What the service refused, as it says it: branch on `code`, show your own words. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** Empty when something in between answered, such as a proxy. */
  readonly code: ErrorCode | '';
  /** What the code carries: `needed` and `available` of `insufficient_balance`, say. */
  readonly context: Readonly<Record<string, string>>;
  /** Sentences in English; of `validation_failed` one a broken rule, each beginning with the field. */
  readonly messages: readonly string[];
  readonly retryAfterSeconds: number | null;
  /** By this the operator finds the request in the log. */
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

/** `insufficient_balance; needed=2600; to="a \\"b\\""`: an RFC 9651 item with parameters, as the service writes it. */
function parseErrorHeader(header: string): [ErrorCode | '', Record<string, string>] {
  const context: Record<string, string> = {};
  for (const [, key = '', quoted, bare = ''] of header.matchAll(
    /; *([a-z_]\w*)=(?:"((?:[^"\\]|\\.)*)"|([^;]*))/gu,
  ))
    context[key] = quoted?.replaceAll(/\\(.)/gu, '$1') ?? bare;
  return [(/^[a-z_]+/u.exec(header)?.[0] ?? '') as ErrorCode | '', context];
}
