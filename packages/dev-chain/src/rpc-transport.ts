import type { RpcTransport } from '@solana/kit';
import type { RpcReply, RpcRequest } from './rpc/handle-request.ts';

/** The chain as a transport of @solana/kit: what goes over HTTP to a cluster stays in the process here. */
export function embeddedTransport(chain: { answer(request: RpcRequest): Promise<RpcReply> }): RpcTransport {
  return async <Response>({ payload, signal }: Parameters<RpcTransport>[0]): Promise<Response> => {
    signal?.throwIfAborted();
    return (await chain.answer(payload as RpcRequest)) as Response;
  };
}
