import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '@pid/server/platform/errors/index.ts';
import { isFromThisMachine } from '@pid/server/platform/http/index.ts';
import { answerRpc, type RpcServerOptions } from './rpc-server.ts';

export const rpcPath = '/development-chain';

/**
 * Serves the chain's JSON-RPC on the port of the service, for wallets, explorers and games on this machine.
 * Requests from other machines are refused.
 */
export function mountRpc(http: FastifyInstance, answer: RpcServerOptions['answer']): void {
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.addHook('onRequest', async (request, reply) => {
      if (!isFromThisMachine(request)) throw refuse('only_on_this_machine');
      const { origin } = request.headers;
      if (origin === undefined) return;
      // The response is hijacked, so headers must be set on the raw response.
      reply.raw.setHeader('vary', 'origin');
      reply.raw.setHeader('access-control-allow-origin', origin);
      reply.raw.setHeader('access-control-allow-headers', 'content-type, solana-client');
      reply.raw.setHeader('access-control-allow-methods', 'POST, GET, OPTIONS');
    });
    const handle = (request: FastifyRequest, reply: { hijack(): void; raw: FastifyReplyRaw }) => {
      reply.hijack();
      answerRpc({ answer }, request.raw, reply.raw).catch(() => reply.raw.destroy());
    };
    scope.all(rpcPath, handle);
    scope.get(`${rpcPath}/health`, handle);
  });
}

type FastifyReplyRaw = Parameters<typeof answerRpc>[2];
