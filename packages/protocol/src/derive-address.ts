import { addressBytes, addressFromBytes, programBytes, sharedAddressBytes } from './brands.ts';
import type { Address, Bytes32 } from './brands.ts';
import { utf8 } from './bytes.ts';
import { ASSOCIATED_TOKEN_PROGRAM, LOADER_V3, SEEDS, TOKEN_PROGRAM } from './constants.ts';
import { foundAddress, preimage, searchAddress } from '#addresses';
import { sha256 } from '#sha256';

const MARKER = utf8('ProgramDerivedAddress');
const SEED = {
  config: utf8(SEEDS.config),
  account: utf8(SEEDS.account),
  vault: utf8(SEEDS.vault),
  session: utf8(SEEDS.session),
  sessionSigner: utf8(SEEDS.sessionSigner),
  claim: utf8(SEEDS.claim),
  recovery: utf8(SEEDS.recovery),
};
const MAX_SEED_BYTES = 32;
const MAX_SEEDS = 16;
/** Bump, program and marker. */
const TAIL_BYTES = 33 + MARKER.length;

export interface DerivedAddress {
  readonly address: Address;
  readonly bump: number;
}

/**
 * Finds the canonical program-derived address: the first one off the curve, with the bump counting down from
 * 255.
 */
export function findProgramAddress(program: Address, seeds: readonly Uint8Array[]): DerivedAddress {
  const bumpAt = writePreimage(program, seeds);
  const bump = searchAddress(bumpAt + TAIL_BYTES, bumpAt);
  if (bump < 0) throw new Error('no bump gives an address off the curve');
  return { address: addressFromBytes(foundAddress), bump };
}

/** Returns the address for a bump that is known to be canonical, without checking the curve again. */
export function programAddressAt(program: Address, seeds: readonly Uint8Array[], bump: number): Address {
  if (!Number.isInteger(bump) || bump < 0 || bump > 255)
    throw new RangeError('bump must be an integer from 0 to 255');
  const bumpAt = writePreimage(program, seeds);
  preimage[bumpAt] = bump;
  return addressFromBytes(sha256(preimage.subarray(0, bumpAt + TAIL_BYTES)));
}

export function configSeeds(): Uint8Array[] {
  return [SEED.config];
}

export function accountSeeds(accountId: Bytes32): Uint8Array[] {
  return [SEED.account, accountId];
}

export function vaultSeeds(accountId: Bytes32): Uint8Array[] {
  return [SEED.vault, accountId];
}

export function sessionSeeds(vault: Address, sessionPubkey: Address): Uint8Array[] {
  return [SEED.session, addressBytes(vault), addressBytes(sessionPubkey)];
}

export function sessionSignerSeeds(vault: Address, allowedProgram: Address): Uint8Array[] {
  return [SEED.sessionSigner, addressBytes(vault), addressBytes(allowedProgram)];
}

export function findConfigAddress(program: Address): DerivedAddress {
  return findProgramAddress(program, configSeeds());
}

export function findAccountAddress(program: Address, accountId: Bytes32): DerivedAddress {
  return findProgramAddress(program, accountSeeds(accountId));
}

export function findVaultAddress(program: Address, accountId: Bytes32): DerivedAddress {
  return findProgramAddress(program, vaultSeeds(accountId));
}

/** Finds the address of a claim to a wallet that was never activated. */
export function findClaimAddress(program: Address, accountId: Bytes32): DerivedAddress {
  return findProgramAddress(program, [SEED.claim, accountId]);
}

/** Finds the address of a wallet's recovery policy and its guardians' votes. */
export function findRecoveryAddress(program: Address, accountId: Bytes32): DerivedAddress {
  return findProgramAddress(program, [SEED.recovery, accountId]);
}

export function findSessionAddress(program: Address, vault: Address, sessionPubkey: Address): DerivedAddress {
  const seeds = [SEED.session, sharedAddressBytes(vault), sharedAddressBytes(sessionPubkey)];
  return findProgramAddress(program, seeds);
}

export function findSessionSignerAddress(
  program: Address,
  vault: Address,
  allowedProgram: Address,
): DerivedAddress {
  const seeds = [SEED.sessionSigner, sharedAddressBytes(vault), sharedAddressBytes(allowedProgram)];
  return findProgramAddress(program, seeds);
}

/** Finds the account in which the upgradeable loader stores a program's bytes, upgrade authority and slot. */
export function findProgramDataAddress(program: Address): DerivedAddress {
  return findProgramAddress(LOADER_V3, [sharedAddressBytes(program)]);
}

/** Finds the associated token account of a wallet under the classic token program. */
export function findTokenAccountAddress(owner: Address, mint: Address): DerivedAddress {
  const seeds = [sharedAddressBytes(owner), sharedAddressBytes(TOKEN_PROGRAM), sharedAddressBytes(mint)];
  return findProgramAddress(ASSOCIATED_TOKEN_PROGRAM, seeds);
}

/** Returns the position of the bump. */
function writePreimage(program: Address, seeds: readonly Uint8Array[]): number {
  if (seeds.length >= MAX_SEEDS)
    throw new RangeError(`at most ${MAX_SEEDS - 1} seeds are allowed besides the bump`);
  let offset = 0;
  for (const seed of seeds) {
    if (seed.length > MAX_SEED_BYTES)
      throw new RangeError(`a seed must have at most ${MAX_SEED_BYTES} bytes`);
    preimage.set(seed, offset);
    offset += seed.length;
  }
  preimage.set(programBytes(program), offset + 1);
  preimage.set(MARKER, offset + 33);
  return offset;
}
