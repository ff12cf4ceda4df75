import type { TransactionStatus } from '../platform/chain/client/index.ts';
import type { Operation } from './operation.ts';

/** Who took a nonce. `failed`: not we, because our own transaction landed without effect. */
export type Taker = 'ours' | 'failed' | 'another' | 'unknown';

/** What finalized blocks say. Height and nonce are of one moment: the nonce was read no earlier than the height. */
export interface FinalizedEvidence {
  readonly height: bigint;
  readonly nonce: bigint;
  readonly status: TransactionStatus | null;
  /** Whose transaction moved the nonce, once somebody looked. */
  readonly taker: Taker;
}

export type Verdict = 'finalized' | 'failed' | 'expired' | 'superseded' | 'unknown' | 'wait';

/**
 * Decides an operation by the account's nonce. What a node says about a signature is never enough to give it up: a node that
 * lags would call expired what is landing. Nor is its silence: when the nonce has moved and nobody was found who moved it, the
 * verdict is that nothing is known.
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
  // Another policy forgets the votes for the last one, and with them what shows that they landed.
  if (operation.kind === 'vote_recovery' && takerByStatus(status) === 'ours') return 'finalized';
  if (height <= operation.lastValidBlockHeight) return 'wait';
  return status && status.error !== null ? 'failed' : 'expired';
}

function takerByStatus(status: TransactionStatus | null): Taker {
  if (status?.commitment !== 'finalized') return 'unknown';
  return status.error === null ? 'ours' : 'failed';
}
