import type { Reply } from '../operations/index.ts';
import { buildRequest, type CallName, type InputArguments } from './build-request.ts';
import { Refusal } from './refusal.ts';

export interface ClientOptions {
  /** Base URL of PID, for example https://pid.example. */
  readonly baseUrl: string;
  /** Headers of every call, for example a cookie, a bearer or an origin. */
  headers?(): Readonly<Record<string, string>>;
  readonly fetch?: (address: string, init: RequestInit) => Promise<Response>;
}

export interface Client {
  /** Calls an operation by its operationId. Throws a `Refusal` if the service returns an error. */
  call<Name extends CallName>(name: Name, ...input: InputArguments<Name>): Promise<Reply<Name>>;
  /** Adds headers to single calls, for example an `idempotency-key`. */
  with(headers: Readonly<Record<string, string>>): Pick<Client, 'call'>;
}

export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? ((address: string, init: RequestInit) => fetch(address, init));
  const caller = (extra: Readonly<Record<string, string>>): Client['call'] =>
    async function call(name, ...[input]) {
      const { method, path, body } = buildRequest(name, input);
      const response = await send(new URL(path, options.baseUrl).href, {
        method,
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...options.headers?.(),
          ...extra,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'manual',
      });
      return readAnswer(response);
    };
  return { call: caller({}), with: (headers) => ({ call: caller(headers) }) };
}

/** Returns the body of a success without validation: the service's own tests check its shape. */
export async function readAnswer<Name extends CallName>(response: Response): Promise<Reply<Name>> {
  const text = await response.text();
  let body: unknown;
  try {
    body = text === '' ? undefined : JSON.parse(text);
  } catch (error) {
    if (response.ok) throw error;
  }
  if (!response.ok) throw new Refusal(response, body);
  return body as Reply<Name>;
}
