import { PidError } from './pid-error.ts';

export interface ServiceOptions {
  /** Where PID runs, such as https://pid.example. */
  readonly baseUrl: string;
  /** Another `fetch`, for a proxy or a test. */
  readonly fetch?: typeof globalThis.fetch;
  /** How long to wait for an answer. */
  readonly timeoutMillis?: number;
}

export async function callPid<T>(service: ServiceOptions, path: string, init: RequestInit): Promise<T> {
  const send = service.fetch ?? globalThis.fetch;
  const response = await send(new URL(path, service.baseUrl), {
    ...init,
    signal: AbortSignal.timeout(service.timeoutMillis ?? 10_000),
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new PidError(response.status, sentenceOf(body) ?? response.statusText);
  // The shape is the contract's.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return body as T;
}

export function postJson<T>(service: ServiceOptions, path: string, body: object): Promise<T> {
  return callPid(service, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

export function getBearing<T>(service: ServiceOptions, path: string, token: string): Promise<T> {
  return callPid(service, path, { headers: { authorization: `Bearer ${token}` } });
}

function sentenceOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('message' in body)) return null;
  return Array.isArray(body.message) ? body.message.join('; ') : String(body.message);
}
