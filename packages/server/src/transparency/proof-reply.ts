import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../platform/http/index.ts';
import { proofFile, type GivenProof, type ProofHolder } from './get-proofs.ts';

export function holderOf(caller: Caller): ProofHolder {
  return caller.type === 'app'
    ? { kind: 'app', id: caller.clientId, name: caller.clientId }
    : { kind: 'identity', id: caller.identityId, name: caller.pid };
}

/** True if a client names text first. The defaults of HTTP clients begin with JSON or a wildcard. */
export function prefersText(accept = ''): boolean {
  return /^text\/plain *(?:[,;]|$)/i.test(accept);
}

/** A proof as JSON, or as a file for a client that prefers text. */
export function answerProof(
  request: FastifyRequest,
  reply: FastifyReply,
  proof: GivenProof,
): GivenProof | FastifyReply {
  void reply.header('vary', 'accept');
  if (!prefersText(request.headers.accept)) return proof;
  return reply
    .header('content-disposition', `attachment; filename="${proof.id}.tlog-proof"`)
    .type('text/plain; charset=utf-8')
    .send(proofFile(proof));
}
