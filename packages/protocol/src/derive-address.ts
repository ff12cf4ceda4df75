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

/** The canonical program-derived address: the first one off the curve, counting the bump down from 255. */
export function findProgramAddress(program: Address, seeds: readonly Uint8Array[]): DerivedAddress {
  const bumpAt = writePreimage(program, seeds);
  const bump = searchAddress(bumpAt + TAIL_BYTES, bumpAt);
  if (bump < 0) throw new Error('no bump gives an address off the curve');
  return { address: addressFromBytes(foundAddress), bump };
}

/** The address at a bump that is already known to be canonical; the curve is not asked again. */
export function programAddressAt(program: Address, seeds: readonly Uint8Array[], bump: number): Address {
  if (!Number.isInteger(bump) || bump < 0 || bump > 255) throw new RangeError('bump must be a byte');
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

/** Where a claim to a wallet that was never activated stands. */
export function findClaimAddress(program: Address, accountId: Bytes32): DerivedAddress {
  return findProgramAddress(program, [SEED.claim, accountId]);
}

/** Where the recovery policy of a wallet and the votes of its guardians stand. */
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

/** Where the upgradeable loader keeps a program's bytes, its upgrade authority and its slot. */
export function findProgramDataAddress(program: Address): DerivedAddress {
  return findProgramAddress(LOADER_V3, [sharedAddressBytes(program)]);
}

/** The associated token account of a wallet under the classic token program. */
export function findTokenAccountAddress(owner: Address, mint: Address): DerivedAddress {
  const seeds = [sharedAddressBytes(owner), sharedAddressBytes(TOKEN_PROGRAM), sharedAddressBytes(mint)];
  return findProgramAddress(ASSOCIATED_TOKEN_PROGRAM, seeds);
}

/** Answers where the bump belongs. */
function writePreimage(program: Address, seeds: readonly Uint8Array[]): number {
  if (seeds.length >= MAX_SEEDS) throw new RangeError(`at most ${MAX_SEEDS - 1} seeds beside the bump`);
  let offset = 0;
  for (const seed of seeds) {
    if (seed.length > MAX_SEED_BYTES) throw new RangeError(`a seed has at most ${MAX_SEED_BYTES} bytes`);
    preimage.set(seed, offset);
    offset += seed.length;
  }
  preimage.set(programBytes(program), offset + 1);
  preimage.set(MARKER, offset + 33);
  return offset;
}
