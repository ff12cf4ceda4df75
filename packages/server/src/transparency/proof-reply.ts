import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../platform/http/index.ts';
import { proofFile, type GivenProof, type ProofHolder } from './get-proofs.ts';

export function holderOf(caller: Caller): ProofHolder {
  return caller.type === 'app'
    ? { kind: 'app', id: caller.clientId, name: caller.clientId }
    : { kind: 'identity', id: caller.identityId, name: caller.pid };
}

/** The weight of a media type in an Accept header (RFC 9110, 12.5.1), and whether the header names it. */
function weightOf(accept: string, type: string): { readonly weight: number; readonly isNamed: boolean } {
  const weights = new Map(
    accept.split(',').map((range) => {
      const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, q === undefined ? 1 : Number(q.slice(2)) || 0];
    }),
  );
  const weight = weights.get(type) ?? weights.get(type.replace(/\/.*/, '/*')) ?? weights.get('*/*') ?? 0;
  return { weight, isNamed: weights.has(type) };
}

/** True if a client prefers text to JSON. With equal weights, text must be named, and JSON must not. */
export function prefersText(accept = '*/*'): boolean {
  const [text, json] = [weightOf(accept, 'text/plain'), weightOf(accept, 'application/json')];
  return (
    text.weight > json.weight ||
    (text.weight > 0 && text.weight === json.weight && text.isNamed && !json.isNamed)
  );
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
