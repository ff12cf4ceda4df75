import type { Address, Bytes, Bytes32, PasskeyPoint, ProgramInstruction } from '@pid/protocol';

/** The part of a plan that the passkey signs. */
export interface PasskeyPart {
  readonly authority: PasskeyPoint;
  /** The origin in the program's configuration. */
  readonly origin: string;
  /** The bytes whose SHA-256 hash is signed. */
  readonly payload: Bytes;
  readonly challenge: Bytes32;
  readonly expiry: bigint;
  /** The passkey to use, if known. If null, the browser offers all passkeys of this host. */
  readonly credentialId: string | null;
}

/** Everything that the passkey and the payer will sign, known before either of them signs. */
export interface Plan {
  readonly payer: Address;
  /** Null if only the payer signs, for the fee. */
  readonly passkey: PasskeyPart | null;
  /**
   * Instructions before the passkey's. Only these may use the payer's signature; every Solana wallet knows
   * their programs.
   */
  readonly first: readonly ProgramInstruction[];
  /** Lamports that the payer deposits on the chain besides the network fee. */
  readonly rentLamports: bigint;
  /**
   * The instruction of the wallet program. `tail` is the part of the browser's client data that comes with
   * the passkey's signature.
   */
  last(tail: Uint8Array): ProgramInstruction;
}
