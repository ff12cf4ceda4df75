import type { Address, Bytes32, PasskeyPoint } from './brands.ts';
import { ByteWriter, concatBytes } from './bytes.ts';
import type { Bytes } from './bytes.ts';
import { ASSOCIATED_TOKEN_PROGRAM, INSTRUCTIONS_SYSVAR, SYSTEM_PROGRAM, TOKEN_PROGRAM } from './constants.ts';
import {
  findAccountAddress,
  findConfigAddress,
  findTokenAccountAddress,
  findVaultAddress,
} from './derive-address.ts';
import { payerAccount, readonlyAccount, signerAccount, writableAccount } from './instruction.ts';
import type { AccountMeta, ProgramInstruction } from './instruction.ts';

/** The first byte of every instruction. Append-only. */
export const INSTRUCTION_TAGS = {
  initialiseConfig: 0,
  activate: 1,
  withdrawSol: 2,
  withdrawSpl: 3,
  rotate: 4,
  registerSession: 5,
  revokeSession: 6,
  exitSol: 7,
  exitSpl: 8,
  executeSession: 9,
  closeSession: 10,
  proposeAdmin: 11,
  acceptAdmin: 12,
  setTreasury: 13,
  setRelayer: 14,
  setRegistrar: 15,
  appendPolicy: 16,
  setRecoveryPolicy: 17,
  voteRecovery: 18,
  cancelRecovery: 19,
  finishRecovery: 20,
  // 21 to 31 are reserved for recovery.
  claim: 32,
  finishClaim: 33,
  closeClaim: 34,
} as const;

/** The addresses of one smart account. */
export interface WalletAddresses {
  readonly program: Address;
  readonly accountId: Bytes32;
  readonly config: Address;
  readonly account: Address;
  readonly vault: Address;
}

export function deriveWallet(program: Address, accountId: Bytes32): WalletAddresses {
  return {
    program,
    accountId,
    config: findConfigAddress(program).address,
    account: findAccountAddress(program, accountId).address,
    vault: findVaultAddress(program, accountId).address,
  };
}

/** Fields of every passkey-signed instruction in addition to its arguments. */
export interface Authorization {
  readonly nonce: bigint;
  readonly expiry: bigint;
  /** From `clientDataTail`. */
  readonly tail: Uint8Array;
}

/**
 * Fields that the relayer adds to a paid operation. It attests only the network fee; the program measures the
 * rent.
 */
export interface RelayTerms {
  readonly relayer: Address;
  readonly treasury: Address;
  readonly feePolicyVersion: number;
  readonly networkFeeLamports: bigint;
}

export interface ActivateArguments extends RelayTerms {
  readonly registrar: Address;
  readonly authority: PasskeyPoint;
  readonly expiry: bigint;
  readonly tail: Uint8Array;
}

export function activateInstruction(wallet: WalletAddresses, input: ActivateArguments): ProgramInstruction {
  const fixed = new ByteWriter(86)
    .u8(INSTRUCTION_TAGS.activate)
    .bytes(wallet.accountId, 32, 'accountId')
    .bytes(input.authority, 33, 'authority')
    .i64(input.expiry, 'expiry')
    .u32(input.feePolicyVersion)
    .u64(input.networkFeeLamports, 'networkFeeLamports')
    .finish();
  const accounts = [
    payerAccount(input.relayer),
    signerAccount(input.registrar),
    writableAccount(wallet.account),
    writableAccount(wallet.vault),
    writableAccount(input.treasury),
    readonlyAccount(wallet.config),
    readonlyAccount(INSTRUCTIONS_SYSVAR),
    readonlyAccount(SYSTEM_PROGRAM),
  ];
  return { programAddress: wallet.program, accounts, data: concatBytes(fixed, input.tail) };
}

export interface WithdrawSolArguments extends Authorization, RelayTerms {
  readonly destination: Address;
  readonly amount: bigint;
}

export function withdrawSolInstruction(
  wallet: WalletAddresses,
  input: WithdrawSolArguments,
): ProgramInstruction {
  const accounts = withdrawAccounts(wallet, input, writableAccount(input.destination));
  return {
    programAddress: wallet.program,
    accounts,
    data: withdrawData(INSTRUCTION_TAGS.withdrawSol, input),
  };
}

export interface WithdrawSplArguments extends WithdrawSolArguments {
  readonly mint: Address;
  /** The vault's token account to take from. Default: its associated token account. */
  readonly source?: Address;
}

/**
 * Creates the destination's associated token account if it is missing: the relayer pays its rent and the
 * vault refunds it.
 */
export function withdrawSplInstruction(
  wallet: WalletAddresses,
  input: WithdrawSplArguments,
): ProgramInstruction {
  const accounts = [
    ...withdrawAccounts(wallet, input, readonlyAccount(input.destination)),
    ...tokenAccounts(wallet, input),
  ];
  return {
    programAddress: wallet.program,
    accounts,
    data: withdrawData(INSTRUCTION_TAGS.withdrawSpl, input),
  };
}

export interface RotateArguments extends Authorization {
  readonly relayer: Address;
  readonly newAuthority: PasskeyPoint;
  readonly newRpIdHash: Bytes32;
}

export function rotateInstruction(wallet: WalletAddresses, input: RotateArguments): ProgramInstruction {
  const fixed = new ByteWriter(82)
    .u8(INSTRUCTION_TAGS.rotate)
    .u64(input.nonce, 'nonce')
    .i64(input.expiry, 'expiry')
    .bytes(input.newAuthority, 33, 'newAuthority')
    .bytes(input.newRpIdHash, 32, 'newRpIdHash')
    .finish();
  const accounts = [
    signerAccount(input.relayer),
    writableAccount(wallet.account),
    readonlyAccount(wallet.config),
    readonlyAccount(INSTRUCTIONS_SYSVAR),
  ];
  return { programAddress: wallet.program, accounts, data: concatBytes(fixed, input.tail) };
}

export interface ExitSolArguments extends Authorization {
  readonly destination: Address;
  readonly amount: bigint;
}

/** Needs no relayer: any fee payer may send it. */
export function exitSolInstruction(wallet: WalletAddresses, input: ExitSolArguments): ProgramInstruction {
  const accounts = [
    writableAccount(wallet.account),
    writableAccount(wallet.vault),
    writableAccount(input.destination),
    readonlyAccount(wallet.config),
    readonlyAccount(INSTRUCTIONS_SYSVAR),
    readonlyAccount(SYSTEM_PROGRAM),
  ];
  return { programAddress: wallet.program, accounts, data: exitData(INSTRUCTION_TAGS.exitSol, input) };
}

export interface ExitSplArguments extends ExitSolArguments {
  /**
   * Pays the rent of the destination's token account if it is missing; the vault does not refund it. Without
   * a payer, the program gets no signature that it could use, and the account must already exist.
   */
  readonly payer?: Address;
  readonly mint: Address;
  readonly source?: Address;
}

export function exitSplInstruction(wallet: WalletAddresses, input: ExitSplArguments): ProgramInstruction {
  const accounts = [
    input.payer === undefined ? readonlyAccount(SYSTEM_PROGRAM) : payerAccount(input.payer),
    writableAccount(wallet.account),
    readonlyAccount(wallet.vault),
    readonlyAccount(input.destination),
    readonlyAccount(wallet.config),
    readonlyAccount(INSTRUCTIONS_SYSVAR),
    readonlyAccount(SYSTEM_PROGRAM),
    ...tokenAccounts(wallet, input),
  ];
  return { programAddress: wallet.program, accounts, data: exitData(INSTRUCTION_TAGS.exitSpl, input) };
}

const CREATE_IDEMPOTENT = 1;

/**
 * Creates the owner's associated token account unless it exists (an instruction of the associated token
 * program).
 */
export function createTokenAccountInstruction(
  payer: Address,
  owner: Address,
  mint: Address,
): ProgramInstruction {
  const accounts = [
    payerAccount(payer),
    writableAccount(findTokenAccountAddress(owner, mint).address),
    readonlyAccount(owner),
    readonlyAccount(mint),
    readonlyAccount(SYSTEM_PROGRAM),
    readonlyAccount(TOKEN_PROGRAM),
  ];
  return { programAddress: ASSOCIATED_TOKEN_PROGRAM, accounts, data: Uint8Array.of(CREATE_IDEMPOTENT) };
}

function withdrawAccounts(
  wallet: WalletAddresses,
  terms: RelayTerms,
  destination: AccountMeta,
): AccountMeta[] {
  return [
    payerAccount(terms.relayer),
    writableAccount(wallet.account),
    writableAccount(wallet.vault),
    destination,
    writableAccount(terms.treasury),
    readonlyAccount(wallet.config),
    readonlyAccount(INSTRUCTIONS_SYSVAR),
    readonlyAccount(SYSTEM_PROGRAM),
  ];
}

function tokenAccounts(
  wallet: WalletAddresses,
  input: { readonly mint: Address; readonly destination: Address; readonly source?: Address },
): AccountMeta[] {
  return [
    readonlyAccount(input.mint),
    writableAccount(input.source ?? findTokenAccountAddress(wallet.vault, input.mint).address),
    writableAccount(findTokenAccountAddress(input.destination, input.mint).address),
    readonlyAccount(TOKEN_PROGRAM),
    readonlyAccount(ASSOCIATED_TOKEN_PROGRAM),
  ];
}

function withdrawData(tag: number, input: WithdrawSolArguments): Bytes {
  const fixed = new ByteWriter(37)
    .u8(tag)
    .u64(input.nonce, 'nonce')
    .i64(input.expiry, 'expiry')
    .u32(input.feePolicyVersion)
    .u64(input.networkFeeLamports, 'networkFeeLamports')
    .u64(input.amount, 'amount')
    .finish();
  return concatBytes(fixed, input.tail);
}

function exitData(tag: number, input: ExitSolArguments): Bytes {
  const fixed = new ByteWriter(25)
    .u8(tag)
    .u64(input.nonce, 'nonce')
    .i64(input.expiry, 'expiry')
    .u64(input.amount, 'amount')
    .finish();
  return concatBytes(fixed, input.tail);
}
