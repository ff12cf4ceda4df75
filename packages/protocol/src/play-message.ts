import { addressBytes, toAddress } from './brands.ts';
import type { Address } from './brands.ts';
import { concatBytes } from './bytes.ts';
import type { Bytes } from './bytes.ts';
import type { AccountMeta, ProgramInstruction } from './instruction.ts';
import { ROLE } from './instruction.ts';
import { executeSessionInstruction } from './session-instructions.ts';
import type { WalletAddresses } from './wallet-instructions.ts';

const COMPUTE_BUDGET = toAddress('ComputeBudget111111111111111111111111111111');
const VERSION_0 = 0x80;
const PACKET_BYTES = 1232;
const SIGNATURE_BYTES = 64;
const SIGNATURES = 2;

/** A sponsored move leaves room for this many bytes of message in a packet. */
export const PLAY_MESSAGE_BYTES_MAX = PACKET_BYTES - 1 - SIGNATURES * SIGNATURE_BYTES;

export interface PlayTerms {
  /** Pays, signs, and stands in no instruction. */
  readonly sponsor: Address;
  /** 32 bytes in base58, like an address. */
  readonly blockhash: Address;
  readonly unitLimit: number;
  readonly unitPriceMicroLamports: bigint;
}

export interface PlayMove {
  readonly session: Address;
  readonly sessionPubkey: Address;
  readonly allowedProgram: Address;
  readonly data: Uint8Array;
  /** Of the game; nobody among them signs but the session signer, and that only inside the call. */
  readonly accounts: readonly { readonly address: Address; readonly writable: boolean }[];
}

/**
 * The one transaction that the play sponsor pays for: compute budget and session execute, without lookup tables. The session key
 * and the service build it each for themselves, and sign the same bytes or nothing.
 */
export function playMessage(
  wallet: Pick<WalletAddresses, 'program' | 'account'>,
  terms: PlayTerms,
  move: PlayMove,
): Bytes {
  if (move.accounts.some(({ address }) => address === terms.sponsor))
    throw new RangeError('the sponsor stands in no instruction');
  const accounts = move.accounts.map(({ address, writable }) => ({
    address,
    role: writable ? ROLE.writable : ROLE.readonly,
  }));
  const execute = executeSessionInstruction(wallet, { ...move, accounts });
  const message = compile(terms, [...budget(terms), execute]);
  if (message.length > PLAY_MESSAGE_BYTES_MAX)
    throw new RangeError(
      `a move has at most ${PLAY_MESSAGE_BYTES_MAX} bytes, this one has ${message.length}`,
    );
  return message;
}

/** Both signatures and the message, as they are sent: the sponsor's first, the session key's second. */
export function playTransaction(
  message: Uint8Array,
  sponsorSignature: Uint8Array,
  sessionSignature: Uint8Array,
): Bytes {
  return concatBytes(Uint8Array.of(SIGNATURES), sponsorSignature, sessionSignature, message);
}

function budget({ unitLimit, unitPriceMicroLamports }: PlayTerms): ProgramInstruction[] {
  const limit = new Uint8Array(5);
  limit[0] = 2;
  new DataView(limit.buffer).setUint32(1, unitLimit, true);
  const price = new Uint8Array(9);
  price[0] = 3;
  new DataView(price.buffer).setBigUint64(1, unitPriceMicroLamports, true);
  return [limit, price].map((data) => ({ programAddress: COMPUTE_BUDGET, accounts: [], data }));
}

/** A version 0 message (Solana, "Versioned transactions"): keys by role, each once, in the order of their first mention. */
function compile(terms: PlayTerms, instructions: readonly ProgramInstruction[]): Bytes {
  const keys = orderKeys(terms.sponsor, instructions);
  const index = new Map(keys.map(({ address }, position) => [address, position]));
  const count = (role: number) => keys.filter((key) => key.role === role).length;
  const signers = count(ROLE.writableSigner) + count(ROLE.readonlySigner);
  const indexOf = (address: Address) => index.get(address) ?? 0;
  return concatBytes(
    Uint8Array.of(VERSION_0, signers, count(ROLE.readonlySigner), count(ROLE.readonly)),
    shortLength(keys.length),
    ...keys.map(({ address }) => addressBytes(address)),
    addressBytes(terms.blockhash),
    shortLength(instructions.length),
    ...instructions.flatMap(({ programAddress, accounts, data }) => [
      Uint8Array.of(indexOf(programAddress)),
      shortLength(accounts.length),
      Uint8Array.from(accounts, ({ address }) => indexOf(address)),
      shortLength(data.length),
      data,
    ]),
    shortLength(0),
  );
}

const ROLE_ORDER = [ROLE.writableSigner, ROLE.readonlySigner, ROLE.writable, ROLE.readonly];

function orderKeys(sponsor: Address, instructions: readonly ProgramInstruction[]): AccountMeta[] {
  const roles = new Map<Address, number>([[sponsor, ROLE.writableSigner]]);
  for (const { programAddress, accounts } of instructions) {
    // A role is two bits, writable and signer, so that the union of two mentions is their "or".
    for (const { address, role } of accounts) roles.set(address, (roles.get(address) ?? 0) | role);
    roles.set(programAddress, roles.get(programAddress) ?? ROLE.readonly);
  }
  return ROLE_ORDER.flatMap((wanted) =>
    [...roles].filter(([, role]) => role === wanted).map(([address]) => ({ address, role: wanted })),
  );
}

/** Compact-u16: seven bits a byte. */
function shortLength(length: number): Uint8Array {
  return length < 0x80 ? Uint8Array.of(length) : Uint8Array.of((length & 0x7f) | 0x80, length >> 7);
}
