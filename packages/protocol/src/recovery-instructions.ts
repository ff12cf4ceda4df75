import type { Address, Bytes32, PasskeyPoint } from './brands.ts';
import { ByteWriter, concatBytes } from './bytes.ts';
import type { Bytes } from './bytes.ts';
import { INSTRUCTIONS_SYSVAR, SYSTEM_PROGRAM } from './constants.ts';
import { findAccountAddress, findRecoveryAddress } from './derive-address.ts';
import { payerAccount, readonlyAccount, writableAccount } from './instruction.ts';
import type { AccountMeta, ProgramInstruction } from './instruction.ts';
import { encodeBody } from './payloads.ts';
import type { Intent } from './payloads.ts';
import type { RecoveryPolicy } from './recovery-policy.ts';
import { INSTRUCTION_TAGS } from './wallet-instructions.ts';
import type { Authorization, WalletAddresses } from './wallet-instructions.ts';

export interface SetRecoveryPolicyArguments extends Authorization, RecoveryPolicy {
  /** Pays the rent of the recovery account if it does not exist yet; null if the vault pays. */
  readonly payer: Address | null;
}

/** Sets, changes or (without guardians) removes the policy. Anyone may send it. */
export function setRecoveryPolicyInstruction(
  wallet: WalletAddresses,
  input: SetRecoveryPolicyArguments,
): ProgramInstruction {
  const { guardians, threshold, delaySeconds } = input;
  const intent: Intent = { action: 'setRecoveryPolicy', guardians, threshold, delaySeconds };
  const accounts = [
    input.payer === null ? writableAccount(wallet.vault) : payerAccount(input.payer),
    ...commonAccounts(wallet),
    readonlyAccount(SYSTEM_PROGRAM),
    ...guardians.flatMap((guardian) =>
      guardian.kind === 'account'
        ? [readonlyAccount(findAccountAddress(wallet.program, guardian.accountId).address)]
        : [],
    ),
  ];
  const data = signedData(INSTRUCTION_TAGS.setRecoveryPolicy, input, intent);
  return { programAddress: wallet.program, accounts, data };
}

export interface VoteRecoveryArguments extends Authorization {
  readonly index: number;
  /** Null withdraws the vote. */
  readonly newAuthority: PasskeyPoint | null;
  readonly newRpIdHash: Bytes32;
  /** The account of a guardian who is a player; null for a passkey or a sheet. */
  readonly guardianAccount: Address | null;
}

/** Builds the vote of one guardian. A sheet's vote has no tail. Anyone may send it. */
export function voteRecoveryInstruction(
  wallet: WalletAddresses,
  input: VoteRecoveryArguments,
): ProgramInstruction {
  const { index, newAuthority, newRpIdHash } = input;
  const intent: Intent = { action: 'voteRecovery', index, newAuthority, newRpIdHash };
  const accounts = [...commonAccounts(wallet), readonlyAccount(input.guardianAccount ?? wallet.account)];
  const data = signedData(INSTRUCTION_TAGS.voteRecovery, input, intent);
  return { programAddress: wallet.program, accounts, data };
}

/**
 * Clears all votes. Guardians who voted for an authority that reached the threshold must wait for the delay
 * before they vote again. Anyone may send it.
 */
export function cancelRecoveryInstruction(wallet: WalletAddresses, input: Authorization): ProgramInstruction {
  const data = signedData(INSTRUCTION_TAGS.cancelRecovery, input, { action: 'cancelRecovery' });
  return { programAddress: wallet.program, accounts: commonAccounts(wallet), data };
}

/** Hands the wallet over once votes and delay allow it. Needs only the fee payer's signature. */
export function finishRecoveryInstruction(
  wallet: WalletAddresses,
  newAuthority: PasskeyPoint,
): ProgramInstruction {
  const accounts = [
    writableAccount(wallet.account),
    writableAccount(findRecoveryAddress(wallet.program, wallet.accountId).address),
  ];
  const data = concatBytes(Uint8Array.of(INSTRUCTION_TAGS.finishRecovery), newAuthority);
  return { programAddress: wallet.program, accounts, data };
}

function commonAccounts(wallet: WalletAddresses): AccountMeta[] {
  return [
    readonlyAccount(wallet.account),
    writableAccount(findRecoveryAddress(wallet.program, wallet.accountId).address),
    readonlyAccount(wallet.config),
    readonlyAccount(INSTRUCTIONS_SYSVAR),
  ];
}

function signedData(tag: number, authorization: Authorization, intent: Intent): Bytes {
  const head = new ByteWriter(17)
    .u8(tag)
    .u64(authorization.nonce, 'nonce')
    .i64(authorization.expiry, 'expiry')
    .finish();
  return concatBytes(head, encodeBody(intent), authorization.tail);
}
