import { GUARDIANS_MAX, decodeRecovery } from '@pid/protocol';
import type { Operation } from './operation.ts';

const places = BigInt(GUARDIANS_MAX + 1);

/**
 * A vote spends no nonce. What only ever grows, and by that vote alone, is how late the guardian's last vote could be sent: that and
 * the guardian's place make a number by which the outbox knows whether the vote has landed, and of which each exists once.
 */
export function voteNonce(expiry: bigint, guardian: number): bigint {
  return expiry * places + BigInt(guardian) - 1n;
}

/** What the recovery account says to an operation; 0 for bytes that are none. */
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
