import type { FastifyRequest } from 'fastify';
import { refuse } from '../platform/errors/index.ts';
import { secretsEqual } from '../platform/hash.ts';
import { isForwarded, isLoopbackAddress } from '../platform/http/index.ts';

/** Metrics are for loopback and for clients with the token. For others they do not exist. */
export function assertMayReadMetrics(request: FastifyRequest, token: string | null): void {
  if (!mayReadMetrics(request, token)) throw refuse('not_found');
}

function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  const presented = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  // mutant: secretsEqual(presented, token) => true
  if (token !== null && presented !== undefined) return secretsEqual(presented, token);
  return isLoopbackAddress(request.socket.remoteAddress) && !isForwarded(request.headers);
}
