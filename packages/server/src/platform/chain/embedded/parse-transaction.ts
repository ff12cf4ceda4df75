import { encodeBase58, type Address } from '@pid/protocol';
import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit';
import type { TransactionVersion } from './vm.ts';

interface ParsedInstruction {
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
}

export interface ParsedMessage {
  readonly version: TransactionVersion;
  readonly keys: readonly Address[];
  readonly writable: readonly Address[];
  readonly signerCount: number;
  readonly header: {
    readonly numRequiredSignatures: number;
    readonly numReadonlySignedAccounts: number;
    readonly numReadonlyUnsignedAccounts: number;
  };
  readonly blockhash: string;
  readonly instructions: readonly ParsedInstruction[];
}

export interface ParsedTransaction extends ParsedMessage {
  readonly wire: Uint8Array;
  readonly signatures: readonly string[];
  /** The fee payer's, which names the transaction. */
  readonly signature: string;
  readonly signatureBytes: Uint8Array;
}

/** SIMD-0296 has not been activated: packets are still IPv6's smallest. */
const transactionBytesMax = 1232;

const transactionDecoder = getTransactionDecoder();
const messageDecoder = getCompiledTransactionMessageDecoder();
const noSignature = new Uint8Array(64);

/** Throws a sentence when the bytes are not a transaction that this chain takes. */
export function parseTransaction(wire: Uint8Array): ParsedTransaction {
  if (wire.length > transactionBytesMax)
    throw new Error(
      `decoded solana_transaction::versioned::VersionedTransaction too large: ${wire.length} bytes (max: ${transactionBytesMax} bytes)`,
    );
  const { messageBytes, signatures } = transactionDecoder.decode(wire);
  const message = parseMessage(messageBytes as unknown as Uint8Array);
  const ordered = message.keys
    .slice(0, message.signerCount)
    .map((key) => (signatures[key] as Uint8Array | null | undefined) ?? noSignature);
  const signatureBytes = ordered[0];
  if (!signatureBytes) throw new Error('a transaction needs a signature');
  return {
    ...message,
    wire,
    signatures: ordered.map(encodeBase58),
    signature: encodeBase58(signatureBytes),
    signatureBytes,
  };
}

export function parseMessage(bytes: Uint8Array): ParsedMessage {
  const message = messageDecoder.decode(bytes);
  if (message.version !== 'legacy' && message.version !== 0)
    throw new Error('Transaction version is unsupported');
  if ('addressTableLookups' in message && (message.addressTableLookups?.length ?? 0) > 0)
    throw new Error('address lookup tables are not supported by the embedded chain');
  const keys = message.staticAccounts;
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header;
  const writable = keys.filter((_, index) =>
    index < numSignerAccounts
      ? index < numSignerAccounts - numReadonlySignerAccounts
      : index < keys.length - numReadonlyNonSignerAccounts,
  );
  return {
    version: message.version,
    keys,
    writable,
    signerCount: numSignerAccounts,
    header: {
      numRequiredSignatures: numSignerAccounts,
      numReadonlySignedAccounts: numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: numReadonlyNonSignerAccounts,
    },
    blockhash: message.lifetimeToken,
    instructions: message.instructions.map(({ programAddressIndex, accountIndices, data }) => ({
      programIdIndex: programAddressIndex,
      accounts: accountIndices ?? [],
      data: (data as Uint8Array | undefined) ?? new Uint8Array(0),
    })),
  };
}
