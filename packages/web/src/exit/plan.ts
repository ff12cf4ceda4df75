import type { Address, Bytes, Bytes32, PasskeyPoint, ProgramInstruction } from '@pid/protocol';

/** What the passkey is asked to sign. */
export interface PasskeyPart {
  readonly authority: PasskeyPoint;
  /** As the program knows it. */
  readonly origin: string;
  /** The bytes whose sha256 is signed. */
  readonly payload: Bytes;
  readonly challenge: Bytes32;
  readonly expiry: bigint;
  /** Where it is known which passkey it takes; else the browser offers all of this host. */
  readonly credentialId: string | null;
}

/** All that is going to be signed, by the passkey and by the payer, known before either of them signs. */
export interface Plan {
  readonly payer: Address;
  /** Null: this takes nobody's signature but the payer's for the fee. */
  readonly passkey: PasskeyPart | null;
  /** Before the passkey's. Only these may be lent the payer's signature; their programs are ones that every Solana wallet knows. */
  readonly first: readonly ProgramInstruction[];
  /** What the payer leaves on the chain beside the network fee. */
  readonly rentLamports: bigint;
  /** The wallet program's; `tail` is the part of the browser's words that the passkey's signature will bring. */
  last(tail: Uint8Array): ProgramInstruction;
}
