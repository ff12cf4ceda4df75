import { createDefaultRpcTransport } from '@solana/kit';
import type { RpcEndpoint } from './failover-transport.ts';

/**
 * Turns each address into an endpoint named by its host only: paths and queries of RPC providers contain
 * keys.
 */
export function httpEndpoints(urls: readonly URL[]): RpcEndpoint[] {
  return urls.map((url, index) => ({
    name: `${index + 1}:${url.host}`,
    transport: createDefaultRpcTransport(connectionOf(url)),
  }));
}

/** fetch refuses addresses with credentials, so they are sent as a header. */
function connectionOf(url: URL): Parameters<typeof createDefaultRpcTransport>[0] {
  if (!url.username && !url.password) return { url: url.href };
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  const basic = Buffer.from(
    `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`,
  ).toString('base64');
  return { url: bare.href, headers: { authorization: `Basic ${basic}` } };
}
