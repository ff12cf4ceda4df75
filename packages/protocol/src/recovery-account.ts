import { brandPasskeyPoint, toBytes32 } from './brands.ts';
import type { Bytes32, PasskeyPoint } from './brands.ts';
import { LAYOUT_VERSION } from './accounts.ts';
import { ByteWriter, bigintFromBytes, equalBytes, utf8 } from './bytes.ts';
import { GUARDIANS_MAX, KIND_NAMES, RECOVERY_LIFE_SECONDS } from './recovery-policy.ts';
import type { Guardian, RecoveryPolicy } from './recovery-policy.ts';
import { sha256 } from '#sha256';

/** The layout is documented in packages/program/README.md. */
export const RECOVERY_TAG = 5;
const SLOTS = 56;
const SLOT_BYTES = 96;
export const RECOVERY_BYTES = SLOTS + GUARDIANS_MAX * SLOT_BYTES;

/** The vote of one guardian. */
export interface GuardianVote {
  readonly authority: PasskeyPoint;
  readonly votedAt: bigint;
  /**
   * The wallet's epoch when the vote arrived. The vote counts only in this epoch. Votes from before this
   * field have 0.
   */
  readonly epoch: number;
}

export interface RecoveryAccount extends RecoveryPolicy {
  readonly bump: number;
  /**
   * Policies, votes and cancellations are signed with this nonce. It grows with every policy, cancellation
   * and finish.
   */
  readonly nonce: bigint;
  readonly accountId: Bytes32;
  /** One entry per guardian, in their order. */
  readonly votes: readonly (GuardianVote | null)[];
  /**
   * Until when each guardian may not vote because a recovery that they voted for was cancelled; 0 if there
   * was none.
   */
  readonly barredUntil: readonly bigint[];
  /** The expiry of each guardian's last vote. The next vote must expire later. */
  readonly lastExpiry: readonly bigint[];
}

/** A new authority for which enough guardians have voted. */
export interface RecoveryAttempt {
  readonly newAuthority: PasskeyPoint;
  readonly readyAt: bigint;
  /** From this time on, the recovery can no longer be finished. */
  readonly lapsesAt: bigint;
}

export function decodeRecovery(data: Uint8Array): RecoveryAccount | null {
  if (data.length !== RECOVERY_BYTES || data[0] !== RECOVERY_TAG || data[1] !== LAYOUT_VERSION) return null;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const slots = Array.from({ length: view.getUint8(3) }, (_, index) => SLOTS + index * SLOT_BYTES);
  const guardians = slots.map((at) => guardianAt(data, at + 57));
  if (guardians.includes(null)) return null;
  return {
    bump: view.getUint8(2),
    threshold: view.getUint8(4),
    nonce: view.getBigUint64(8, true),
    delaySeconds: Number(view.getBigUint64(16, true)),
    accountId: toBytes32(data.subarray(24, 56)),
    guardians: guardians.filter((guardian) => guardian !== null),
    votes: slots.map((at) =>
      data[at + 24] === 0
        ? null
        : {
            authority: brandPasskeyPoint(data.subarray(at + 24, at + 57)),
            votedAt: view.getBigInt64(at, true),
            epoch: view.getUint32(at + 92, true),
          },
    ),
    barredUntil: slots.map((at) => view.getBigInt64(at + 8, true)),
    lastExpiry: slots.map((at) => view.getBigInt64(at + 16, true)),
  };
}

function guardianAt(data: Uint8Array, offset: number): Guardian | null {
  const kind = KIND_NAMES[(data[offset] ?? 0) - 1];
  const key = data.subarray(offset + 1, offset + 34);
  if (kind === undefined) return null;
  if (kind === 'account') return { kind, accountId: toBytes32(key.subarray(0, 32)) };
  return { kind, key: brandPasskeyPoint(key) };
}

/**
 * Returns the recovery without the votes of other epochs, which do not count. `epoch` is the wallet's current
 * one.
 */
export function recoveryInEpoch(recovery: RecoveryAccount, epoch: number): RecoveryAccount {
  return { ...recovery, votes: recovery.votes.map((vote) => (vote?.epoch === epoch ? vote : null)) };
}

/**
 * Returns every authority that has reached the threshold and not lapsed, by the same rule as the program: a
 * vote is decisive if exactly `threshold` of the current votes for its authority, itself included, were valid
 * when it arrived. `epoch` is the wallet's current one; votes of an earlier epoch do not count.
 */
export function recoveryAttempts(
  recovery: RecoveryAccount,
  epoch: number,
  chainSeconds: bigint,
): RecoveryAttempt[] {
  const attempts = recovery.votes.flatMap((vote, index) => {
    if (vote?.epoch !== epoch || !isDecisive(recovery, vote, index)) return [];
    const readyAt = vote.votedAt + BigInt(recovery.delaySeconds);
    const lapsesAt = readyAt + RECOVERY_LIFE_SECONDS;
    return chainSeconds < lapsesAt ? [{ newAuthority: vote.authority, readyAt, lapsesAt }] : [];
  });
  return attempts.toSorted((left, right) => (left.readyAt < right.readyAt ? -1 : 1));
}

function isDecisive(recovery: RecoveryAccount, vote: GuardianVote, index: number): boolean {
  const counted = recovery.votes.filter((other, place) => {
    if (other?.epoch !== vote.epoch || !equalBytes(other.authority, vote.authority)) return false;
    const age = vote.votedAt - other.votedAt;
    return age < RECOVERY_LIFE_SECONDS && (age > 0n || (age === 0n && place <= index));
  });
  return counted.length === recovery.threshold;
}

const COMPARE_DOMAIN = utf8('PID:COMPARE\0');

/**
 * Returns five groups of four digits. Two people on a phone call compare them to make sure that they mean the
 * same recovery.
 */
export function compareNumber(accountId: Bytes32, policyNonce: bigint, newAuthority: PasskeyPoint): string {
  const nonce = new ByteWriter(8).u64(policyNonce, 'policyNonce').finish();
  const hash = sha256(COMPARE_DOMAIN, accountId, nonce, newAuthority);
  const digits = (bigintFromBytes(hash.subarray(0, 16)) % 10n ** 20n).toString().padStart(20, '0');
  return (digits.match(/.{4}/g) ?? []).join(' ');
}
