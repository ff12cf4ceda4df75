import type { Database } from '@pid/server/platform/db/index.ts';
import { parseWithBigints, stringifyWithBigints } from '@pid/server/platform/chain/json.ts';
import { findChain } from './embedded-chain.store.ts';
import type { RpcReply, RpcRequest } from './rpc/handle-request.ts';

const timeoutMillis = 10_000;

/**
 * Forwards the request to the process that owns the chain. Returns null when no process owns it or the owner
 * cannot be reached; the caller may then take over.
 */
export async function forwardRequest(db: Database, request: RpcRequest): Promise<RpcReply | null> {
  const row = await findChain(db);
  if (!row?.owner_address || !row.owner_token) return null;
  try {
    const response = await fetch(row.owner_address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${row.owner_token}` },
      body: stringifyWithBigints(request),
      signal: AbortSignal.timeout(timeoutMillis),
    });
    return response.ok ? (parseWithBigints(await response.text()) as RpcReply) : null;
  } catch {
    return null;
  }
}
