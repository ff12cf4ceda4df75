import type { RpcTransport } from '@solana/kit';
import type { RpcReply, RpcRequest } from './rpc/handle-request.ts';

/** A transport for @solana/kit that calls the chain in this process instead of sending HTTP requests. */
export function embeddedTransport(chain: { answer(request: RpcRequest): Promise<RpcReply> }): RpcTransport {
  return async <Response>({ payload, signal }: Parameters<RpcTransport>[0]): Promise<Response> => {
    signal?.throwIfAborted();
    return (await chain.answer(payload as RpcRequest)) as Response;
  };
}
