import { programBytes, sharedAddressBytes } from './brands.ts';
import type { Address, Bytes32, PasskeyPoint } from './brands.ts';
import { ByteWriter, utf8 } from './bytes.ts';
import type { Bytes } from './bytes.ts';
import { PAYLOAD_VERSION, SYSTEM_PROGRAM } from './constants.ts';
import { GUARDIANS_MAX, GUARDIAN_BYTES, writePolicy } from './recovery-policy.ts';
import type { RecoveryPolicy } from './recovery-policy.ts';
import { sha256 } from '#sha256';

export const ACTIONS = {
  activate: 1,
  withdraw: 2,
  rotate: 3,
  registerSession: 4,
  revokeSession: 5,
  exit: 6,
  setRecoveryPolicy: 7,
  voteRecovery: 8,
  cancelRecovery: 9,
  claim: 10,
} as const;

export type ActionName = keyof typeof ACTIONS;

export const HEADER_BYTES = 176;
/** For `setRecoveryPolicy`: without guardians, each of which adds `GUARDIAN_BYTES`. */
export const BODY_BYTES: Readonly<Record<ActionName, number>> = {
  activate: 65,
  withdraw: 72,
  rotate: 65,
  registerSession: 113,
  revokeSession: 32,
  exit: 72,
  setRecoveryPolicy: 8,
  voteRecovery: 66,
  cancelRecovery: 0,
  claim: 65,
};

const DOMAIN = utf8('PID:SOLANA:AUTH\0');
const ZERO_KEY = new Uint8Array(32);
const ZERO_POINT = new Uint8Array(33);

export interface ActivateIntent {
  readonly action: 'activate';
  readonly authority: PasskeyPoint;
  readonly rpIdHash: Bytes32;
  readonly feePolicyVersion: number;
}

export interface WithdrawIntent {
  readonly action: 'withdraw';
  /** Null means SOL. */
  readonly mint: Address | null;
  /** The receiving wallet, also for SPL tokens. */
  readonly destination: Address;
  readonly amount: bigint;
  readonly feePolicyVersion: number;
}

export interface RotateIntent {
  readonly action: 'rotate';
  readonly newAuthority: PasskeyPoint;
  readonly newRpIdHash: Bytes32;
}

export interface RegisterSessionIntent {
  readonly action: 'registerSession';
  readonly sessionPubkey: Address;
  readonly allowedProgram: Address;
  readonly expiresAt: bigint;
  /** Null if the program has no upgrade authority. */
  readonly recordedAuthority: Address | null;
  readonly recordedSlot: bigint;
}

export interface RevokeSessionIntent {
  readonly action: 'revokeSession';
  readonly session: Address;
}

export interface ExitIntent {
  readonly action: 'exit';
  readonly mint: Address | null;
  readonly destination: Address;
  readonly amount: bigint;
}

/** Claims a wallet that was never activated, with a certificate of the registrar. */
export interface ClaimIntent {
  readonly action: 'claim';
  readonly authority: PasskeyPoint;
  readonly rpIdHash: Bytes32;
}

/** Names the guardians who may bring in another passkey. An empty list removes the policy. */
export interface SetRecoveryPolicyIntent extends RecoveryPolicy {
  readonly action: 'setRecoveryPolicy';
}

export interface VoteRecoveryIntent {
  readonly action: 'voteRecovery';
  /** Index of the guardian in the policy. */
  readonly index: number;
  /** Null withdraws the vote. */
  readonly newAuthority: PasskeyPoint | null;
  readonly newRpIdHash: Bytes32;
}

export interface CancelRecoveryIntent {
  readonly action: 'cancelRecovery';
}

export type Intent =
  | ActivateIntent
  | WithdrawIntent
  | RotateIntent
  | RegisterSessionIntent
  | RevokeSessionIntent
  | ExitIntent
  | SetRecoveryPolicyIntent
  | VoteRecoveryIntent
  | CancelRecoveryIntent
  | ClaimIntent;

/** Where and when an intent is valid. */
export interface PayloadScope {
  readonly genesisHash: Bytes32;
  readonly program: Address;
  readonly accountId: Bytes32;
  readonly vault: Address;
  /**
   * The account's stored nonce; 0 for an activation and a claim; for recovery steps, the nonce of the
   * recovery account.
   */
  readonly nonce: bigint;
  /** Unix seconds of chain time. For the registration or revocation of a session: the deadline. */
  readonly expiry: bigint;
}

export function encodeHeader(scope: PayloadScope, intent: Intent): Bytes {
  return writeHeader(new ByteWriter(HEADER_BYTES), scope, intent).finish();
}

export function encodeBody(intent: Intent): Bytes {
  return writeBody(new ByteWriter(bodyBytes(intent)), intent).finish();
}

function bodyBytes(intent: Intent): number {
  const guardians = intent.action === 'setRecoveryPolicy' ? intent.guardians.length : 0;
  return BODY_BYTES[intent.action] + guardians * GUARDIAN_BYTES;
}

// One buffer is enough: each challenge is hashed before the next one is written, because nothing here is
// asynchronous.
const LONGEST_BODY = Math.max(
  ...Object.values(BODY_BYTES),
  BODY_BYTES.setRecoveryPolicy + GUARDIANS_MAX * GUARDIAN_BYTES,
);
const scratch = new ByteWriter(HEADER_BYTES + LONGEST_BODY);

/** Returns the challenge that the passkey signs: sha256(header ‖ body). */
export function challengeFor(scope: PayloadScope, intent: Intent): Bytes32 {
  writeBody(writeHeader(scratch.restart(), scope, intent), intent);
  return sha256(scratch.finish(HEADER_BYTES + bodyBytes(intent))) as Bytes32;
}

function writeHeader(writer: ByteWriter, scope: PayloadScope, intent: Intent): ByteWriter {
  return writer
    .bytes(DOMAIN, 16, 'domain')
    .u8(PAYLOAD_VERSION)
    .u8(ACTIONS[intent.action])
    .u16(0)
    .bytes(scope.genesisHash, 32, 'genesisHash')
    .bytes(programBytes(scope.program), 32, 'program')
    .bytes(scope.accountId, 32, 'accountId')
    .bytes(sharedAddressBytes(scope.vault), 32, 'vault')
    .u64(scope.nonce, 'nonce')
    .i64(scope.expiry, 'expiry')
    .u32(feePolicyVersionOf(intent))
    .u64(0n, 'zero');
}

function writeBody(writer: ByteWriter, intent: Intent): ByteWriter {
  switch (intent.action) {
    case 'activate':
    case 'claim':
      return writer.bytes(intent.authority, 33, 'authority').bytes(intent.rpIdHash, 32, 'rpIdHash');
    case 'rotate':
      return writer
        .bytes(intent.newAuthority, 33, 'newAuthority')
        .bytes(intent.newRpIdHash, 32, 'newRpIdHash');
    case 'withdraw':
    case 'exit':
      return writer
        .bytes(mintOrZeros(intent.mint), 32, 'mint')
        .bytes(sharedAddressBytes(intent.destination), 32, 'destination')
        .u64(intent.amount, 'amount');
    case 'registerSession':
      return writer
        .bytes(sharedAddressBytes(intent.sessionPubkey), 32, 'sessionPubkey')
        .bytes(sharedAddressBytes(intent.allowedProgram), 32, 'allowedProgram')
        .i64(intent.expiresAt, 'expiresAt')
        .u8(intent.recordedAuthority === null ? 0 : 1)
        .bytes(keyOrZeros(intent.recordedAuthority), 32, 'recordedAuthority')
        .u64(intent.recordedSlot, 'recordedSlot');
    case 'setRecoveryPolicy':
      return writePolicy(writer, intent);
    case 'voteRecovery':
      return writer
        .u8(intent.index)
        .bytes(intent.newAuthority ?? ZERO_POINT, 33, 'newAuthority')
        .bytes(intent.newRpIdHash, 32, 'newRpIdHash');
    case 'cancelRecovery':
      return writer;
    default:
      return writer.bytes(sharedAddressBytes(intent.session), 32, 'session');
  }
}

function feePolicyVersionOf(intent: Intent): number {
  if (intent.action !== 'activate' && intent.action !== 'withdraw') return 0;
  if (intent.feePolicyVersion === 0) throw new RangeError('feePolicyVersion must not be 0');
  return intent.feePolicyVersion;
}

/** Zeros mean SOL, so the zero key must never pass as a mint. */
function mintOrZeros(mint: Address | null): Uint8Array {
  if (mint === SYSTEM_PROGRAM) throw new RangeError('mint must not be the zero key');
  return keyOrZeros(mint);
}

function keyOrZeros(key: Address | null): Uint8Array {
  return key === null ? ZERO_KEY : sharedAddressBytes(key);
}
