import { addressBytes } from './brands.ts';
import type { Address, Bytes32 } from './brands.ts';
import { ByteWriter, concatBytes, utf8 } from './bytes.ts';
import type { Bytes } from './bytes.ts';
import { MAX_ORIGIN_BYTES, SYSTEM_PROGRAM } from './constants.ts';
import { findConfigAddress, findProgramDataAddress } from './derive-address.ts';
import { payerAccount, readonlyAccount, signerAccount, writableAccount } from './instruction.ts';
import type { ProgramInstruction } from './instruction.ts';
import { INSTRUCTION_TAGS } from './wallet-instructions.ts';

export interface InitialiseConfigArguments {
  /** Signs and pays the rent. */
  readonly upgradeAuthority: Address;
  readonly genesisHash: Bytes32;
  readonly rpIdHash: Bytes32;
  /** The exact origin of the hosted pages, as browsers write it into clientDataJSON. */
  readonly origin: string;
  readonly admin: Address;
  readonly relayer: Address;
  readonly registrar: Address;
  readonly treasury: Address;
  /** The first fee policy, version 1. */
  readonly bps: number;
  readonly maxNetworkFeeLamports: bigint;
}

export function initialiseConfigInstruction(
  program: Address,
  input: InitialiseConfigArguments,
): ProgramInstruction {
  const origin = utf8(input.origin);
  if (origin.length === 0 || origin.length > MAX_ORIGIN_BYTES) {
    throw new RangeError(`origin must be 1 to ${MAX_ORIGIN_BYTES} bytes`);
  }
  const fixed = new ByteWriter(171)
    .u8(INSTRUCTION_TAGS.initialiseConfig)
    .bytes(input.genesisHash, 32, 'genesisHash')
    .bytes(input.rpIdHash, 32, 'rpIdHash')
    .bytes(addressBytes(input.admin), 32, 'admin')
    .bytes(addressBytes(input.relayer), 32, 'relayer')
    .bytes(addressBytes(input.registrar), 32, 'registrar')
    .u16(input.bps)
    .u64(input.maxNetworkFeeLamports, 'maxNetworkFeeLamports')
    .finish();
  const accounts = [
    payerAccount(input.upgradeAuthority),
    writableAccount(findConfigAddress(program).address),
    readonlyAccount(input.treasury),
    readonlyAccount(program),
    readonlyAccount(findProgramDataAddress(program).address),
    readonlyAccount(SYSTEM_PROGRAM),
  ];
  return { programAddress: program, accounts, data: concatBytes(fixed, origin) };
}

/** Proposes a new administrator, the first of two steps. Null withdraws a proposal. */
export function proposeAdminInstruction(
  program: Address,
  input: { readonly admin: Address; readonly newAdmin: Address | null },
): ProgramInstruction {
  return adminInstruction(program, input.admin, keyData(INSTRUCTION_TAGS.proposeAdmin, input.newAdmin));
}

/** Accepts the administration, the second of two steps. The new administrator signs. */
export function acceptAdminInstruction(
  program: Address,
  input: { readonly newAdmin: Address },
): ProgramInstruction {
  return adminInstruction(program, input.newAdmin, Uint8Array.of(INSTRUCTION_TAGS.acceptAdmin));
}

export function setRelayerInstruction(
  program: Address,
  input: { readonly admin: Address; readonly relayer: Address },
): ProgramInstruction {
  return adminInstruction(program, input.admin, keyData(INSTRUCTION_TAGS.setRelayer, input.relayer));
}

export function setRegistrarInstruction(
  program: Address,
  input: { readonly admin: Address; readonly registrar: Address },
): ProgramInstruction {
  return adminInstruction(program, input.admin, keyData(INSTRUCTION_TAGS.setRegistrar, input.registrar));
}

export function setTreasuryInstruction(
  program: Address,
  input: { readonly admin: Address; readonly treasury: Address },
): ProgramInstruction {
  const base = adminInstruction(program, input.admin, Uint8Array.of(INSTRUCTION_TAGS.setTreasury));
  return { ...base, accounts: [...base.accounts, readonlyAccount(input.treasury)] };
}

export interface AppendPolicyArguments {
  /** Signs and pays the rent of the new entry. */
  readonly admin: Address;
  /** Must be the next version, so that a repeated transaction does not append twice. */
  readonly version: number;
  readonly bps: number;
  readonly maxNetworkFeeLamports: bigint;
}

export function appendPolicyInstruction(program: Address, input: AppendPolicyArguments): ProgramInstruction {
  const data = new ByteWriter(15)
    .u8(INSTRUCTION_TAGS.appendPolicy)
    .u32(input.version)
    .u16(input.bps)
    .u64(input.maxNetworkFeeLamports, 'maxNetworkFeeLamports')
    .finish();
  const accounts = [
    payerAccount(input.admin),
    writableAccount(findConfigAddress(program).address),
    readonlyAccount(SYSTEM_PROGRAM),
  ];
  return { programAddress: program, accounts, data };
}

function adminInstruction(program: Address, signer: Address, data: Bytes): ProgramInstruction {
  const accounts = [signerAccount(signer), writableAccount(findConfigAddress(program).address)];
  return { programAddress: program, accounts, data };
}

function keyData(tag: number, key: Address | null): Bytes {
  return concatBytes(Uint8Array.of(tag), key === null ? new Uint8Array(32) : addressBytes(key));
}
