import { GUARDIANS_MAX, decodeRecovery } from '@pid/protocol';
import type { Operation } from './operation.ts';

const places = BigInt(GUARDIANS_MAX + 1);

/**
 * A vote uses no nonce. The expiry of the guardian's last vote only ever grows, and only through that vote.
 * The expiry and the guardian's place form a unique number by which the outbox recognizes a landed vote.
 */
export function voteNonce(expiry: bigint, guardian: number): bigint {
  return expiry * places + BigInt(guardian) - 1n;
}

/** The nonce of the recovery account for an operation; 0 for bytes that are not a recovery account. */
export function recoveryNonceOf(
  { kind, accountNonce }: Pick<Operation, 'kind' | 'accountNonce'>,
  data: Uint8Array,
): bigint {
  const recovery = decodeRecovery(data);
  if (!recovery) return 0n;
  if (kind !== 'vote_recovery') return recovery.nonce;
  const guardian = Number((accountNonce + 1n) % places);
  return voteNonce(recovery.lastExpiry[guardian] ?? 0n, guardian) + 1n;
}
