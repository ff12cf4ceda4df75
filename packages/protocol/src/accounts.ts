import { addressFromBytes, brandPasskeyPoint, toBytes32, toLamports } from './brands.ts';
import type { Address, Bytes32, Lamports, PasskeyPoint } from './brands.ts';
import { MAX_ORIGIN_BYTES, POLICY_GRACE_SECONDS } from './constants.ts';

/** Layouts are documented in packages/program/README.md. All integers are little-endian. */
export const CONFIG_TAG = 1;
export const ACCOUNT_TAG = 2;
export const SESSION_TAG = 3;
export const CLAIM_TAG = 4;
export const LAYOUT_VERSION = 1;
export const CONFIG_HEAD_BYTES = 360;
export const POLICY_BYTES = 24;
const ORIGIN_OFFSET = 232;
export const ACCOUNT_BYTES = 81;
export const SESSION_BYTES = 192;
export const CLAIM_BYTES = 153;

export interface FeePolicy {
  readonly version: number;
  readonly bps: number;
  readonly maxNetworkFeeLamports: Lamports;
  /** Chain time at which the policy was appended. */
  readonly startsAt: bigint;
}

export interface ConfigAccount {
  readonly bump: number;
  readonly genesisHash: Bytes32;
  readonly rpIdHash: Bytes32;
  readonly admin: Address;
  readonly pendingAdmin: Address | null;
  readonly relayer: Address;
  readonly registrar: Address;
  readonly treasury: Address;
  readonly origin: string;
  /** Oldest first; the index is the version minus one. */
  readonly policies: readonly FeePolicy[];
}

export interface SmartAccount {
  readonly bump: number;
  readonly vaultBump: number;
  /**
   * Rises with each rotation and each finished recovery; a session of an earlier epoch is no longer valid.
   */
  readonly epoch: number;
  readonly nonce: bigint;
  readonly accountId: Bytes32;
  readonly authority: PasskeyPoint;
}

export interface SessionAccount {
  readonly bump: number;
  readonly signerBump: number;
  readonly epoch: number;
  readonly recordedAuthority: Address | null;
  readonly revoked: boolean;
  readonly expiresAt: bigint;
  readonly recordedSlot: bigint;
  readonly vault: Address;
  readonly sessionPubkey: Address;
  readonly allowedProgram: Address;
  /** Gets the rent when the session is closed. */
  readonly payer: Address;
}

/** A claim to a wallet that was never activated. */
export interface ClaimAccount {
  readonly bump: number;
  /** Issue time of the certificate in Unix seconds; a claim with a later certificate replaces this one. */
  readonly issuedAt: bigint;
  readonly readyAt: bigint;
  readonly accountId: Bytes32;
  /** Gets the rent when the claim is closed. */
  readonly payer: Address;
  /** The registrar that signed the certificate. A claim of a former registrar cannot be finished. */
  readonly registrar: Address;
  readonly authority: PasskeyPoint;
}

/**
 * Each decoder returns null for bytes of another type or version. The caller must check the owner of the
 * account.
 */
export function decodeConfig(data: Uint8Array): ConfigAccount | null {
  if (data.length < CONFIG_HEAD_BYTES || data[0] !== CONFIG_TAG || data[1] !== LAYOUT_VERSION) return null;
  const view = viewOf(data);
  const count = view.getUint32(4, true);
  if (data.length !== CONFIG_HEAD_BYTES + count * POLICY_BYTES) return null;
  return {
    bump: view.getUint8(2),
    genesisHash: bytes32At(data, 8),
    rpIdHash: bytes32At(data, 40),
    admin: keyAt(data, 72),
    pendingAdmin: keyOrNullAt(data, 104),
    relayer: keyAt(data, 136),
    registrar: keyAt(data, 168),
    treasury: keyAt(data, 200),
    origin: new TextDecoder().decode(data.subarray(ORIGIN_OFFSET, ORIGIN_OFFSET + view.getUint8(3))),
    policies: Array.from({ length: count }, (_, index) =>
      policyAt(view, CONFIG_HEAD_BYTES + index * POLICY_BYTES),
    ),
  };
}

/**
 * Returns the config's bytes with another origin. The program never changes the origin; a development chain
 * may.
 */
export function withConfigOrigin(data: Uint8Array, origin: string): Uint8Array {
  const bytes = new TextEncoder().encode(origin);
  if (bytes.length > MAX_ORIGIN_BYTES) throw new RangeError('origin is too long');
  const changed = new Uint8Array(data);
  changed[3] = bytes.length;
  changed.fill(0, ORIGIN_OFFSET, ORIGIN_OFFSET + MAX_ORIGIN_BYTES);
  changed.set(bytes, ORIGIN_OFFSET);
  return changed;
}

export function decodeAccount(data: Uint8Array): SmartAccount | null {
  if (data.length !== ACCOUNT_BYTES || data[0] !== ACCOUNT_TAG || data[1] !== LAYOUT_VERSION) return null;
  const view = viewOf(data);
  return {
    bump: view.getUint8(2),
    vaultBump: view.getUint8(3),
    epoch: view.getUint32(4, true),
    nonce: view.getBigUint64(8, true),
    accountId: bytes32At(data, 16),
    authority: brandPasskeyPoint(data.subarray(48, 81)),
  };
}

export function decodeSession(data: Uint8Array): SessionAccount | null {
  if (data.length !== SESSION_BYTES || data[0] !== SESSION_TAG || data[1] !== LAYOUT_VERSION) return null;
  const view = viewOf(data);
  return {
    bump: view.getUint8(2),
    signerBump: view.getUint8(3),
    epoch: view.getUint32(4, true),
    recordedAuthority: view.getUint8(8) === 0 ? null : keyAt(data, 128),
    revoked: view.getUint8(9) !== 0,
    expiresAt: view.getBigInt64(16, true),
    recordedSlot: view.getBigUint64(24, true),
    vault: keyAt(data, 32),
    sessionPubkey: keyAt(data, 64),
    allowedProgram: keyAt(data, 96),
    payer: keyAt(data, 160),
  };
}

export function decodeClaim(data: Uint8Array): ClaimAccount | null {
  if (data.length !== CLAIM_BYTES || data[0] !== CLAIM_TAG || data[1] !== LAYOUT_VERSION) return null;
  const view = viewOf(data);
  return {
    bump: view.getUint8(2),
    issuedAt: view.getBigInt64(8, true),
    readyAt: view.getBigInt64(16, true),
    accountId: bytes32At(data, 24),
    payer: keyAt(data, 56),
    registrar: keyAt(data, 88),
    authority: brandPasskeyPoint(data.subarray(120, 153)),
  };
}

/** Returns the time and slot of the clock sysvar, as programs see them; null for other bytes. */
export function decodeClock(data: Uint8Array): { readonly slot: bigint; readonly seconds: bigint } | null {
  if (data.length < 40) return null;
  const view = viewOf(data);
  return { slot: view.getBigUint64(0, true), seconds: view.getBigInt64(32, true) };
}

/**
 * Returns the policy that the program accepts for `version` at `now`, or null if it does not exist or its
 * grace period is over.
 */
export function livePolicy(config: ConfigAccount, version: number, now: bigint): FeePolicy | null {
  const policy = config.policies[version - 1];
  if (!policy) return null;
  const successor = config.policies[version];
  return successor && now > successor.startsAt + POLICY_GRACE_SECONDS ? null : policy;
}

export function currentPolicy(config: ConfigAccount): FeePolicy {
  const policy = config.policies.at(-1);
  if (!policy) throw new Error('config has no fee policy');
  return policy;
}

export interface LoaderProgramData {
  readonly slot: bigint;
  readonly upgradeAuthority: Address | null;
}

/**
 * Returns the ProgramData address in a Program account of the upgradeable loader, or null for other bytes.
 */
export function decodeProgramPointer(data: Uint8Array): Address | null {
  return data.length >= 36 && viewOf(data).getUint32(0, true) === 2 ? keyAt(data, 4) : null;
}

export function decodeProgramData(data: Uint8Array): LoaderProgramData | null {
  if (data.length < 45) return null;
  const view = viewOf(data);
  if (view.getUint32(0, true) !== 3) return null;
  return {
    slot: view.getBigUint64(4, true),
    upgradeAuthority: view.getUint8(12) === 0 ? null : keyAt(data, 13),
  };
}

function policyAt(view: DataView, offset: number): FeePolicy {
  return {
    version: view.getUint32(offset, true),
    bps: view.getUint16(offset + 4, true),
    maxNetworkFeeLamports: toLamports(view.getBigUint64(offset + 8, true)),
    startsAt: view.getBigInt64(offset + 16, true),
  };
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}

function bytes32At(data: Uint8Array, offset: number): Bytes32 {
  return toBytes32(data.subarray(offset, offset + 32));
}

function keyAt(data: Uint8Array, offset: number): Address {
  return addressFromBytes(data.subarray(offset, offset + 32));
}

function keyOrNullAt(data: Uint8Array, offset: number): Address | null {
  return data.subarray(offset, offset + 32).every((byte) => byte === 0) ? null : keyAt(data, offset);
}
