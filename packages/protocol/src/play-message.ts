import type { Address } from './brands.ts';
import { concatBytes } from './bytes.ts';
import type { Bytes } from './bytes.ts';
import { compileMessage } from './compile-message.ts';
import { computeBudget } from './compute-budget.ts';
import { ROLE } from './instruction.ts';
import { executeSessionInstruction } from './session-instructions.ts';
import type { WalletAddresses } from './wallet-instructions.ts';

const PACKET_BYTES = 1232;
const SIGNATURE_BYTES = 64;
const SIGNATURES = 2;

/** Space for the message of a sponsored move in a packet. */
export const PLAY_MESSAGE_BYTES_MAX = PACKET_BYTES - 1 - SIGNATURES * SIGNATURE_BYTES;

export interface PlayTerms {
  /** Pays and signs, but is named in no instruction. */
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
  /** Accounts of the game. Only the session signer among them signs, and only inside the call. */
  readonly accounts: readonly { readonly address: Address; readonly writable: boolean }[];
}

/**
 * Builds the only transaction that the play sponsor pays for: compute budget and session execute, without
 * lookup tables. The session key and the service each build it independently and must sign the same bytes.
 */
export function playMessage(
  wallet: Pick<WalletAddresses, 'program' | 'account'>,
  terms: PlayTerms,
  move: PlayMove,
): Bytes {
  if (move.accounts.some(({ address }) => address === terms.sponsor))
    throw new RangeError('the sponsor must not be named in an instruction');
  const accounts = move.accounts.map(({ address, writable }) => ({
    address,
    role: writable ? ROLE.writable : ROLE.readonly,
  }));
  const execute = executeSessionInstruction(wallet, { ...move, accounts });
  const budget = computeBudget(terms.unitLimit, terms.unitPriceMicroLamports);
  const { messageBytes: message } = compileMessage(terms.sponsor, terms.blockhash, [...budget, execute]);
  if (message.length > PLAY_MESSAGE_BYTES_MAX)
    throw new RangeError(
      `a move has at most ${PLAY_MESSAGE_BYTES_MAX} bytes, this one has ${message.length}`,
    );
  return message;
}

/**
 * Returns both signatures and the message, as they are sent: the sponsor's first, the session key's second.
 */
export function playTransaction(
  message: Uint8Array,
  sponsorSignature: Uint8Array,
  sessionSignature: Uint8Array,
): Bytes {
  return concatBytes(Uint8Array.of(SIGNATURES), sponsorSignature, sessionSignature, message);
}
