import { canonicalJson } from '@pid/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalid, refuse } from '../errors/index.ts';
import { sha256 } from '../hash.ts';

/** An idempotency key and the hash of its request, which detects another request with the same key. */
export interface IdempotencyKey {
  readonly key: string;
  readonly requestHash: Buffer;
}

/**
 * Null when the client sent no key. `operation` is part of the hash, so that a key cannot be reused for
 * another operation.
 */
export function readIdempotencyKey(request: FastifyRequest, operation: string): IdempotencyKey | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(key)) {
    throw invalid('Idempotency-Key must be 1-128 visible ASCII characters');
  }
  return { key, requestHash: sha256(canonicalJson([operation, request.body ?? null])) };
}

/** For operations that must never run twice. */
export function requireIdempotencyKey(request: FastifyRequest, operation: string): IdempotencyKey {
  return readIdempotencyKey(request, operation) ?? fail();
}

function fail(): never {
  throw refuse('idempotency_key_required');
}

/** Tells the client that the answer is that of an earlier request with the same key. */
export function markReplay(reply: FastifyReply, isReplay: boolean): void {
  if (isReplay) reply.header('idempotent-replay', 'true');
}

/** For operations that declare `repeatStatus`: a repeated request finds what the first one created. */
export function markFound(reply: FastifyReply, isFound: boolean): void {
  if (isFound) reply.code(200);
}
