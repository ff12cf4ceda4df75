import type { TransactionStatus } from '../platform/chain/client/index.ts';
import type { Operation } from './operation.ts';

/** Which transaction used a nonce. `failed`: not ours, because ours landed without effect. */
export type Taker = 'ours' | 'failed' | 'another' | 'unknown';

/** Evidence from finalized blocks. The nonce was read no earlier than the height. */
export interface FinalizedEvidence {
  readonly height: bigint;
  readonly nonce: bigint;
  readonly status: TransactionStatus | null;
  /** Which transaction moved the nonce, once it was searched for. */
  readonly taker: Taker;
}

export type Verdict = 'finalized' | 'failed' | 'expired' | 'superseded' | 'unknown' | 'wait';

/**
 * Decides an operation by the account's nonce. The status of a signature alone never ends an operation: a
 * lagging node would report a landing transaction as expired. Nor does a missing status: when the nonce has
 * moved and the transaction that moved it is not found, the verdict is `unknown`.
 */
export function decideOutcome(
  operation: Pick<Operation, 'kind' | 'accountNonce' | 'lastValidBlockHeight'>,
  evidence: FinalizedEvidence,
): Verdict {
  const { height, nonce, status } = evidence;
  if (nonce > operation.accountNonce) {
    const taker = evidence.taker === 'unknown' ? takerByStatus(status) : evidence.taker;
    if (taker === 'unknown') return 'unknown';
    return taker === 'ours' ? 'finalized' : 'superseded';
  }
  // A new policy clears the votes for the previous one, and with them the evidence that they landed.
  if (operation.kind === 'vote_recovery' && takerByStatus(status) === 'ours') return 'finalized';
  if (height <= operation.lastValidBlockHeight) return 'wait';
  return status && status.error !== null ? 'failed' : 'expired';
}

function takerByStatus(status: TransactionStatus | null): Taker {
  if (status?.commitment !== 'finalized') return 'unknown';
  return status.error === null ? 'ours' : 'failed';
}
