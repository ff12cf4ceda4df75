import type { Random } from './random.ts';
import type { Json } from './simulated-rpc.ts';

/** Probabilities of faults; all zero after the faults have stopped. */
export interface FaultRates {
  /** The call is lost before it runs (`lostBefore`), or its response is lost after it ran (`lostAfter`). */
  readonly lostBefore: number;
  readonly lostAfter: number;
  readonly crash: number;
  readonly lie: number;
  readonly fork: number;
  readonly failover: number;
}

export const calm: FaultRates = { lostBefore: 0, lostAfter: 0, crash: 0, lie: 0, fork: 0, failover: 0 };

export function ratesOf(random: Random): FaultRates {
  const rate = (most: number) => (random.chance(0.25) ? 0 : random.next() * most);
  return {
    lostBefore: rate(0.12),
    lostAfter: rate(0.12),
    crash: rate(0.006),
    lie: rate(0.4),
    fork: rate(0.08),
    failover: rate(0.01),
  };
}

/**
 * Changes a correct response as a node would that is restarted, pruned, overloaded or on another branch.
 * Responses about finalized accounts and heights stay unchanged, because the relay trusts them by design.
 */
export function bend(random: Random, method: string, result: Json): Json {
  switch (method) {
    case 'getSignatureStatuses':
      return {
        ...result,
        value: result.value.map((status: Json) => bendStatus(random, status, result.context.slot)),
      };
    case 'getSignaturesForAddress':
      return result.filter(() => random.chance(0.5));
    case 'getTransaction':
      return null;
    default:
      return result;
  }
}

function bendStatus(random: Random, status: Json, newest: bigint): Json {
  if (status) return random.chance(0.5) ? null : status;
  const slot = newest - BigInt(random.between(0, 5));
  return { slot, confirmations: 1n, err: null, status: { Ok: null }, confirmationStatus: 'confirmed' };
}
