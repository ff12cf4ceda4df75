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

/** What one guardian has said. */
export interface GuardianVote {
  readonly authority: PasskeyPoint;
  readonly votedAt: bigint;
  /** The wallet's epoch when the vote came: it counts in no other. Votes from before this field have 0. */
  readonly epoch: number;
}

export interface RecoveryAccount extends RecoveryPolicy {
  readonly bump: number;
  /** What policy, votes and cancelling are signed with; it grows with every policy, cancelling and finish. */
  readonly nonce: bigint;
  readonly accountId: Bytes32;
  /** As many as there are guardians, in their order. */
  readonly votes: readonly (GuardianVote | null)[];
  /** Until when a guardian whose recovery was cancelled may not vote; 0 when there was none. */
  readonly barredUntil: readonly bigint[];
  /** When each guardian's last vote would have expired: the next must expire later. */
  readonly lastExpiry: readonly bigint[];
}

/** A new authority for which enough guardians have voted. */
export interface RecoveryAttempt {
  readonly newAuthority: PasskeyPoint;
  readonly readyAt: bigint;
  /** From here on it can no longer be finished. */
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

/** Without the votes of other epochs, which count for nothing. `epoch` is the wallet's current one. */
export function recoveryInEpoch(recovery: RecoveryAccount, epoch: number): RecoveryAccount {
  return { ...recovery, votes: recovery.votes.map((vote) => (vote?.epoch === epoch ? vote : null)) };
}

/**
 * Every authority that has reached the threshold and not lapsed, by the program's own rule: a vote is decisive when, of the votes
 * for its authority that stand, exactly as many as the threshold were alive when it came. `epoch` is the wallet's current one:
 * a vote of an earlier epoch does not count.
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

/** Five groups of four digits that both ends of a phone call see, when they mean the same recovery. */
export function compareNumber(accountId: Bytes32, policyNonce: bigint, newAuthority: PasskeyPoint): string {
  const nonce = new ByteWriter(8).u64(policyNonce, 'policyNonce').finish();
  const hash = sha256(COMPARE_DOMAIN, accountId, nonce, newAuthority);
  const digits = (bigintFromBytes(hash.subarray(0, 16)) % 10n ** 20n).toString().padStart(20, '0');
  return (digits.match(/.{4}/g) ?? []).join(' ');
}
