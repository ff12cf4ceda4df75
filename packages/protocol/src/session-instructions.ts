import { addressBytes } from './brands.ts';
import type { Address } from './brands.ts';
import { ByteWriter, concatBytes } from './bytes.ts';
import { INSTRUCTIONS_SYSVAR, MAX_FORWARDED_ACCOUNTS, SYSTEM_PROGRAM } from './constants.ts';
import { findProgramDataAddress, findSessionAddress } from './derive-address.ts';
import { payerAccount, readonlyAccount, signerAccount, writableAccount } from './instruction.ts';
import type { AccountMeta, ProgramInstruction } from './instruction.ts';
import { INSTRUCTION_TAGS } from './wallet-instructions.ts';
import type { Authorization, WalletAddresses } from './wallet-instructions.ts';

export interface RegisterSessionArguments extends Authorization {
  /** Pays the session's rent and gets it back when the session is closed. */
  readonly relayer: Address;
  readonly sessionPubkey: Address;
  readonly allowedProgram: Address;
  readonly expiresAt: bigint;
  readonly recordedAuthority: Address | null;
  readonly recordedSlot: bigint;
}

export function registerSessionInstruction(
  wallet: WalletAddresses,
  input: RegisterSessionArguments,
): ProgramInstruction {
  const authority =
    input.recordedAuthority === null ? new Uint8Array(32) : addressBytes(input.recordedAuthority);
  const fixed = new ByteWriter(98)
    .u8(INSTRUCTION_TAGS.registerSession)
    .u64(input.nonce, 'nonce')
    .i64(input.expiry, 'expiry')
    .bytes(addressBytes(input.sessionPubkey), 32, 'sessionPubkey')
    .i64(input.expiresAt, 'expiresAt')
    .u8(input.recordedAuthority === null ? 0 : 1)
    .bytes(authority, 32, 'recordedAuthority')
    .u64(input.recordedSlot, 'recordedSlot')
    .finish();
  const accounts = [
    payerAccount(input.relayer),
    writableAccount(wallet.account),
    writableAccount(findSessionAddress(wallet.program, wallet.vault, input.sessionPubkey).address),
    readonlyAccount(wallet.config),
    readonlyAccount(INSTRUCTIONS_SYSVAR),
    readonlyAccount(input.allowedProgram),
    readonlyAccount(findProgramDataAddress(input.allowedProgram).address),
    readonlyAccount(SYSTEM_PROGRAM),
  ];
  return { programAddress: wallet.program, accounts, data: concatBytes(fixed, input.tail) };
}

export interface RevokeSessionArguments extends Authorization {
  readonly relayer: Address;
  readonly session: Address;
}

export function revokeSessionInstruction(
  wallet: WalletAddresses,
  input: RevokeSessionArguments,
): ProgramInstruction {
  const fixed = new ByteWriter(17)
    .u8(INSTRUCTION_TAGS.revokeSession)
    .u64(input.nonce, 'nonce')
    .i64(input.expiry, 'expiry')
    .finish();
  const accounts = [
    signerAccount(input.relayer),
    writableAccount(wallet.account),
    writableAccount(input.session),
    readonlyAccount(wallet.config),
    readonlyAccount(INSTRUCTIONS_SYSVAR),
  ];
  return { programAddress: wallet.program, accounts, data: concatBytes(fixed, input.tail) };
}

export interface ExecuteSessionArguments {
  readonly session: Address;
  readonly sessionPubkey: Address;
  readonly allowedProgram: Address;
  /** Instruction data of the game. */
  readonly data: Uint8Array;
  /** Accounts of the game. Only the session signer among them signs. */
  readonly accounts: readonly AccountMeta[];
}

export function executeSessionInstruction(
  wallet: Pick<WalletAddresses, 'program' | 'account'>,
  input: ExecuteSessionArguments,
): ProgramInstruction {
  if (input.accounts.length > MAX_FORWARDED_ACCOUNTS) {
    throw new RangeError(`a session can pass at most ${MAX_FORWARDED_ACCOUNTS} accounts to its program`);
  }
  const accounts = [
    readonlyAccount(input.session),
    readonlyAccount(wallet.account),
    signerAccount(input.sessionPubkey),
    readonlyAccount(input.allowedProgram),
    readonlyAccount(findProgramDataAddress(input.allowedProgram).address),
    ...input.accounts,
  ];
  const data = concatBytes(Uint8Array.of(INSTRUCTION_TAGS.executeSession), input.data);
  return { programAddress: wallet.program, accounts, data };
}

export interface CloseSessionArguments {
  readonly session: Address;
  readonly allowedProgram: Address;
  /** The payer that the session records. */
  readonly payer: Address;
}

/** Closes an ended session and returns its rent to the payer. Anyone may send it. */
export function closeSessionInstruction(
  wallet: WalletAddresses,
  input: CloseSessionArguments,
): ProgramInstruction {
  const accounts = [
    writableAccount(input.session),
    readonlyAccount(wallet.account),
    writableAccount(input.payer),
    readonlyAccount(input.allowedProgram),
    readonlyAccount(findProgramDataAddress(input.allowedProgram).address),
  ];
  return { programAddress: wallet.program, accounts, data: Uint8Array.of(INSTRUCTION_TAGS.closeSession) };
}
