import type { Address } from '@pid/protocol';
import {
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  getBase58Decoder,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type Blockhash,
  type Instruction,
  type SignatureBytes,
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

const encoder = getTransactionEncoder();
const base58 = getBase58Decoder();

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
  { messageBytes, signers }: UnsignedTransaction,
  keys: readonly Signer[],
): Promise<Uint8Array> {
  const signatures = await Promise.all(
    signers.map(async (address): Promise<[Address, SignatureBytes]> => {
      const key = keys.find((candidate) => candidate.address === address);
      if (!key) throw new Error(`no key for ${address}, which has to sign`);
      return [address, (await key.sign(messageBytes)) as SignatureBytes];
    }),
  );
  type Encodable = Parameters<typeof encoder.encode>[0];
  return new Uint8Array(
    encoder.encode({ messageBytes, signatures: Object.fromEntries(signatures) } as unknown as Encodable),
  );
}

export async function signInstructions(
  draft: TransactionDraft & { readonly feePayer: Signer; readonly signers?: readonly Signer[] },
): Promise<Uint8Array> {
  return signMessage(compileMessage(draft), [draft.feePayer, ...(draft.signers ?? [])]);
}

/** The transaction's name on chain: its first signature. */
export function signatureOf(wire: Uint8Array): string {
  return base58.decode(wire.subarray(1, 65));
}
