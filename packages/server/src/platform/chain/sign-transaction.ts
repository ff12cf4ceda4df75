import {
  compileMessage,
  concatBytes,
  encodeBase58,
  toAddress,
  type AccountMeta,
  type CompiledMessage,
} from '@pid/protocol';
import type { Instruction } from '@solana/kit';
import type { Signer } from './signer.ts';

export interface TransactionDraft {
  readonly feePayer: Signer;
  /** Signers besides the payer. */
  readonly signers?: readonly Signer[];
  readonly blockhash: string;
  readonly instructions: readonly Instruction[];
}

const signatureBytes = 64;
const signersMax = 127;

/** Returns the transaction bytes to send. Throws if a signer is missing; a signature is never left empty. */
export async function signMessage(message: CompiledMessage, keys: readonly Signer[]): Promise<Uint8Array> {
  const signatures = await Promise.all(
    message.signers.map((address) => {
      const key = keys.find((candidate) => candidate.address === address);
      if (!key) throw new Error(`missing key for the required signer ${address}`);
      return key.sign(message.messageBytes);
    }),
  );
  return wireOf(message, signatures);
}

/** Returns the transaction with empty signatures, for a simulation that does not verify them. */
export function unsignedWire(message: CompiledMessage): Uint8Array {
  return wireOf(
    message,
    message.signers.map(() => new Uint8Array(signatureBytes)),
  );
}

function wireOf({ messageBytes, signers }: CompiledMessage, signatures: readonly Uint8Array[]): Uint8Array {
  if (signers.length > signersMax) throw new RangeError('too many signers for one length byte');
  if (signatures.some(({ length }) => length !== signatureBytes))
    throw new RangeError('an Ed25519 signature is 64 bytes');
  return concatBytes(Uint8Array.of(signers.length), ...signatures, messageBytes);
}

export async function signInstructions(draft: TransactionDraft): Promise<Uint8Array> {
  const { feePayer, signers = [] } = draft;
  // Generated clients omit empty accounts and data.
  const instructions = draft.instructions.map(({ programAddress, accounts = [], data = [] }) => ({
    programAddress,
    accounts: accounts as readonly AccountMeta[],
    data: Uint8Array.from(data as ArrayLike<number>),
  }));
  const message = compileMessage(feePayer.address, toAddress(draft.blockhash), instructions);
  return signMessage(message, [feePayer, ...signers]);
}

/** The first signature, which identifies the transaction on chain. */
export function signatureOf(wire: Uint8Array): string {
  return encodeBase58(wire.subarray(1, 1 + signatureBytes));
}
