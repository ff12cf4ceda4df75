import type { TransactionStatus } from '../platform/chain/client/index.ts';
import type { Operation } from './operation.ts';

/** What finalized blocks say. Height and nonce are of one moment: the nonce was read no earlier than the height. */
export interface FinalizedEvidence {
  readonly height: bigint;
  readonly nonce: bigint;
  readonly status: TransactionStatus | null;
  /** Whose transaction moved the nonce, once somebody looked. */
  readonly taker: 'ours' | 'another' | 'unknown';
}

export type Verdict = 'finalized' | 'failed' | 'expired' | 'superseded' | 'look-for-taker' | 'wait';

/**
 * Decides an operation by the account's nonce. What a node says about a signature is never enough to give it up: a node that
 * lags would call expired what is landing.
 */
export function decideOutcome(
  operation: Pick<Operation, 'accountNonce' | 'lastValidBlockHeight'>,
  evidence: FinalizedEvidence,
): Verdict {
  const { height, nonce, status, taker } = evidence;
  if (nonce > operation.accountNonce) {
    if ((status?.error === null && status.commitment === 'finalized') || taker === 'ours') return 'finalized';
    return taker === 'another' ? 'superseded' : 'look-for-taker';
  }
  if (height <= operation.lastValidBlockHeight) return 'wait';
  return status && status.error !== null ? 'failed' : 'expired';
}
