import { createClient, Refusal, type Client } from '@pid/contract/client';
import { PidError } from './pid-error.ts';
import type { ServiceOptions } from './service-options.ts';

/**
 * Calls operations of PID by name. An error response becomes a `PidError`; a network failure rejects with the error of `fetch`.
 */
export function callPid(
  service: ServiceOptions,
  bearer?: string,
  headers: Readonly<Record<string, string>> = {},
): Client['call'] {
  const send = service.fetch ?? globalThis.fetch;
  const { call } = createClient({
    baseUrl: service.baseUrl,
    headers: () => ({
      ...headers,
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    }),
    fetch: (address, init) =>
      send(address, {
        ...init,
        credentials: 'omit',
        signal: AbortSignal.timeout(service.timeoutMillis ?? 10_000),
      }),
  });
  return async (name, ...input) => {
    try {
      return await call(name, ...input);
    } catch (error) {
      throw error instanceof Refusal ? toPidError(error) : error;
    }
  };
}

function toPidError(refusal: Refusal): PidError {
  const { code, message, status, context, retryAfterSeconds, requestId } = refusal;
  return new PidError(code || 'failed', message, { status, context, retryAfterSeconds, requestId });
}
