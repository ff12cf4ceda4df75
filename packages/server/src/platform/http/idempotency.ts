import { canonicalJson } from '@pid/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalid, refuse } from '../errors/index.ts';
import { sha256 } from '../hash.ts';

/** A request that its sender may repeat: the key, and what was asked, so that another request under the same key is told apart. */
export interface IdempotencyKey {
  readonly key: string;
  readonly requestHash: Buffer;
}

/** Null when the client sent none. `operation` is part of the hash: a key that paid for one thing pays for nothing else. */
export function readIdempotencyKey(request: FastifyRequest, operation: string): IdempotencyKey | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(key)) {
    throw invalid('Idempotency-Key must be 1-128 visible ASCII characters');
  }
  return { key, requestHash: sha256(canonicalJson([operation, request.body ?? null])) };
}

/** For what must not happen twice, however often it is asked for. */
export function requireIdempotencyKey(request: FastifyRequest, operation: string): IdempotencyKey {
  return readIdempotencyKey(request, operation) ?? fail();
}

function fail(): never {
  throw refuse('idempotency_key_required');
}

export function markReplay(reply: FastifyReply): void {
  reply.header('idempotent-replay', 'true');
}
