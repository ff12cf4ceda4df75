import { addressBytes, addressFromBytes, brandPasskeyPoint, programBytes, toBytes32 } from './brands.ts';
import type { Address, Bytes32, PasskeyPoint } from './brands.ts';
import { ByteWriter, concatBytes, equalBytes, utf8 } from './bytes.ts';
import type { Bytes } from './bytes.ts';
import { ED25519_PROGRAM, INSTRUCTIONS_SYSVAR, SYSTEM_PROGRAM } from './constants.ts';
import { findClaimAddress } from './derive-address.ts';
import { payerAccount, readonlyAccount, writableAccount } from './instruction.ts';
import type { ProgramInstruction } from './instruction.ts';
import { INSTRUCTION_TAGS } from './wallet-instructions.ts';
import type { WalletAddresses } from './wallet-instructions.ts';

/** How long a claim waits before anyone may finish it. */
export const CLAIM_WAIT_SECONDS = 2_592_000n;
export const CERTIFICATE_BYTES = 186;

const DOMAIN = Uint8Array.of(0xff, ...utf8('PID:SOLANA:CERT\0'));
const PUBLIC_KEY_OFFSET = 16;
const SIGNATURE_OFFSET = PUBLIC_KEY_OFFSET + 32;
const MESSAGE_OFFSET = SIGNATURE_OFFSET + 64;
const THIS_INSTRUCTION = 0xffff;

/** The registrar's statement that an account belongs to the holder of a passkey. */
export interface Certificate {
  readonly genesisHash: Bytes32;
  readonly program: Address;
  readonly accountId: Bytes32;
  readonly authority: PasskeyPoint;
  readonly rpIdHash: Bytes32;
  /** Unix seconds; a later certificate replaces an earlier one. */
  readonly issuedAt: bigint;
}

/**
 * Returns the message that the registrar signs (Ed25519). No transaction begins with 0xff, so the message
 * cannot be mistaken for one.
 */
export function certificateMessage(certificate: Certificate): Bytes {
  return new ByteWriter(CERTIFICATE_BYTES)
    .bytes(DOMAIN, 17, 'domain')
    .bytes(certificate.genesisHash, 32, 'genesisHash')
    .bytes(programBytes(certificate.program), 32, 'program')
    .bytes(certificate.accountId, 32, 'accountId')
    .bytes(certificate.authority, 33, 'authority')
    .bytes(certificate.rpIdHash, 32, 'rpIdHash')
    .i64(certificate.issuedAt, 'issuedAt')
    .finish();
}

/** Reads the certificate in a message; returns null for any other bytes. */
export function readCertificate(message: Uint8Array): Certificate | null {
  if (message.length !== CERTIFICATE_BYTES || !equalBytes(message.subarray(0, 17), DOMAIN)) return null;
  return {
    genesisHash: toBytes32(message.slice(17, 49)),
    program: addressFromBytes(message.subarray(49, 81)),
    accountId: toBytes32(message.slice(81, 113)),
    authority: brandPasskeyPoint(message.slice(113, 146)),
    rpIdHash: toBytes32(message.slice(146, 178)),
    issuedAt: new DataView(message.buffer, message.byteOffset).getBigInt64(178, true),
  };
}

/**
 * Builds the Ed25519 precompile's instruction for one certificate, in the only layout that the program
 * accepts. It must be two places before the claim, with the passkey's instruction between them.
 */
export function certificateInstruction(
  registrar: Address,
  signature: Uint8Array,
  certificate: Certificate,
): ProgramInstruction {
  const data = new ByteWriter(MESSAGE_OFFSET + CERTIFICATE_BYTES)
    .u8(1)
    .u8(0)
    .u16(SIGNATURE_OFFSET)
    .u16(THIS_INSTRUCTION)
    .u16(PUBLIC_KEY_OFFSET)
    .u16(THIS_INSTRUCTION)
    .u16(MESSAGE_OFFSET)
    .u16(CERTIFICATE_BYTES)
    .u16(THIS_INSTRUCTION)
    .bytes(addressBytes(registrar), 32, 'registrar')
    .bytes(signature, 64, 'signature')
    .bytes(certificateMessage(certificate), CERTIFICATE_BYTES, 'certificate')
    .finish();
  return { programAddress: ED25519_PROGRAM, accounts: [], data };
}

export interface ClaimArguments {
  /** Pays the claim's rent and gets it back when the claim is closed. Can be anyone. */
  readonly payer: Address;
  /** The rent is already at the claim's address: `payer` signs nothing and only gets it back. */
  readonly isFunded?: boolean;
  readonly authority: PasskeyPoint;
  readonly issuedAt: bigint;
  readonly expiry: bigint;
  /** From `clientDataTail`. */
  readonly tail: Uint8Array;
}

/** Opens a claim, or replaces a claim with an earlier certificate. Needs neither relayer nor registrar. */
export function claimInstruction(wallet: WalletAddresses, input: ClaimArguments): ProgramInstruction {
  const fixed = new ByteWriter(82)
    .u8(INSTRUCTION_TAGS.claim)
    .bytes(wallet.accountId, 32, 'accountId')
    .bytes(input.authority, 33, 'authority')
    .i64(input.issuedAt, 'issuedAt')
    .i64(input.expiry, 'expiry')
    .finish();
  const accounts = [
    input.isFunded ? readonlyAccount(input.payer) : payerAccount(input.payer),
    writableAccount(findClaimAddress(wallet.program, wallet.accountId).address),
    readonlyAccount(wallet.account),
    readonlyAccount(wallet.config),
    readonlyAccount(INSTRUCTIONS_SYSVAR),
    readonlyAccount(SYSTEM_PROGRAM),
  ];
  return { programAddress: wallet.program, accounts, data: concatBytes(fixed, input.tail) };
}

/**
 * Activates the wallet for the claim's passkey once the claim is ready. The vault pays the account's rent.
 * Anyone may send it.
 */
export function finishClaimInstruction(wallet: WalletAddresses): ProgramInstruction {
  const accounts = [
    readonlyAccount(findClaimAddress(wallet.program, wallet.accountId).address),
    writableAccount(wallet.account),
    writableAccount(wallet.vault),
    readonlyAccount(wallet.config),
    readonlyAccount(SYSTEM_PROGRAM),
  ];
  const data = Uint8Array.of(INSTRUCTION_TAGS.finishClaim);
  return { programAddress: wallet.program, accounts, data };
}

/**
 * Returns the claim's rent to its payer once the wallet is active, by this claim or otherwise. Anyone may
 * send it.
 */
export function closeClaimInstruction(wallet: WalletAddresses, payer: Address): ProgramInstruction {
  const accounts = [
    writableAccount(findClaimAddress(wallet.program, wallet.accountId).address),
    readonlyAccount(wallet.account),
    writableAccount(payer),
  ];
  const data = Uint8Array.of(INSTRUCTION_TAGS.closeClaim);
  return { programAddress: wallet.program, accounts, data };
}
