import { concatBytes, encodeBase58, type Address } from '@pid/protocol';
import {
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type Blockhash,
  type Instruction,
} from '@solana/kit';
import type { Signer } from './signer.ts';

export interface TransactionDraft {
  readonly feePayer: { readonly address: Address };
  readonly blockhash: string;
  readonly instructions: readonly Instruction[];
}

export interface UnsignedTransaction {
  readonly messageBytes: Uint8Array;
  /** In the order in which signatures stand in the transaction; the first pays. */
  readonly signers: readonly Address[];
}

const signatureBytes = 64;
const signersMax = 127;

/** A version 0 message without lookup tables: what every transaction of this service is. */
export function compileMessage({ feePayer, blockhash, instructions }: TransactionDraft): UnsignedTransaction {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (draft) => setTransactionMessageFeePayer(feePayer.address, draft),
    (draft) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n },
        draft,
      ),
    (draft) => appendTransactionMessageInstructions(instructions, draft),
  );
  const compiled = compileTransaction(message);
  return {
    messageBytes: compiled.messageBytes as unknown as Uint8Array,
    signers: Object.keys(compiled.signatures) as Address[],
  };
}

/** The bytes that are sent. A signer that is not given is an error, never an empty signature. */
export async function signMessage(
  message: UnsignedTransaction,
  keys: readonly Signer[],
): Promise<Uint8Array> {
  const signatures = await Promise.all(
    message.signers.map((address) => {
      const key = keys.find((candidate) => candidate.address === address);
      if (!key) throw new Error(`no key for ${address}, which has to sign`);
      return key.sign(message.messageBytes);
    }),
  );
  return wireOf(message, signatures);
}

/** The same with empty signatures, for a simulation that does not ask for them. */
export function unsignedWire(message: UnsignedTransaction): Uint8Array {
  return wireOf(
    message,
    message.signers.map(() => new Uint8Array(signatureBytes)),
  );
}

function wireOf(
  { messageBytes, signers }: UnsignedTransaction,
  signatures: readonly Uint8Array[],
): Uint8Array {
  if (signers.length > signersMax) throw new RangeError('more signers than one length byte can say');
  if (signatures.some(({ length }) => length !== signatureBytes))
    throw new RangeError('an Ed25519 signature is 64 bytes');
  return concatBytes(Uint8Array.of(signers.length), ...signatures, messageBytes);
}

export async function signInstructions(
  draft: TransactionDraft & { readonly feePayer: Signer; readonly signers?: readonly Signer[] },
): Promise<Uint8Array> {
  return signMessage(compileMessage(draft), [draft.feePayer, ...(draft.signers ?? [])]);
}

/** The transaction's name on chain: its first signature. */
export function signatureOf(wire: Uint8Array): string {
  return encodeBase58(wire.subarray(1, 1 + signatureBytes));
}
