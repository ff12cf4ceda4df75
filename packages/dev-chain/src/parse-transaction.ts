import { addressFromBytes, encodeBase58, type Address } from '@pid/protocol';
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
  /** Signature of the fee payer, which identifies the transaction. */
  readonly signature: string;
  readonly signatureBytes: Uint8Array;
}

/** SIMD-0296 is not active yet, so the limit is still derived from IPv6's minimum MTU. */
const transactionBytesMax = 1232;
const signatureBytesEach = 64;
const addressBytesEach = 32;
const versionFlag = 0x80;

/** Throws when the bytes are not a transaction that this chain accepts. */
export function parseTransaction(wire: Uint8Array): ParsedTransaction {
  if (wire.length > transactionBytesMax)
    throw new Error(
      `decoded solana_transaction::versioned::VersionedTransaction too large: ${wire.length} bytes (max: ${transactionBytesMax} bytes)`,
    );
  const reader = new Reader(wire);
  const signatures = Array.from({ length: reader.shortLength() }, () => reader.bytes(signatureBytesEach));
  const message = parseMessage(reader.rest());
  const signatureBytes = signatures[0];
  if (!signatureBytes) throw new Error('a transaction needs a signature');
  if (signatures.length !== message.signerCount)
    throw new Error(`${signatures.length} signatures for ${message.signerCount} signers`);
  const names = signatures.map(encodeBase58);
  return { ...message, wire, signatures: names, signature: names[0]!, signatureBytes };
}

/**
 * Parses a compiled Solana message, legacy or version 0. Every transaction is parsed three times (fee,
 * simulation, execution), and @solana/kit takes ten times as long.
 */
export function parseMessage(bytes: Uint8Array): ParsedMessage {
  const reader = new Reader(bytes);
  const first = reader.byte();
  if (first > versionFlag) throw new Error('Transaction version is unsupported');
  const version = first === versionFlag ? 0 : 'legacy';
  const signerCount = version === 0 ? reader.byte() : first;
  const [readonlySigned, readonlyUnsigned] = [reader.byte(), reader.byte()];
  const keys = Array.from({ length: reader.shortLength() }, () =>
    addressFromBytes(reader.bytes(addressBytesEach)),
  );
  const blockhash = encodeBase58(reader.bytes(addressBytesEach));
  const instructions = Array.from({ length: reader.shortLength() }, () => ({
    programIdIndex: reader.byte(),
    accounts: [...reader.bytes(reader.shortLength())],
    data: reader.bytes(reader.shortLength()),
  }));
  if (version === 0 && reader.shortLength() > 0)
    throw new Error('address lookup tables are not supported by the embedded chain');
  const writable = keys.filter((_, index) =>
    index < signerCount ? index < signerCount - readonlySigned : index < keys.length - readonlyUnsigned,
  );
  return {
    version,
    keys,
    writable,
    signerCount,
    header: {
      numRequiredSignatures: signerCount,
      numReadonlySignedAccounts: readonlySigned,
      numReadonlyUnsignedAccounts: readonlyUnsigned,
    },
    blockhash,
    instructions,
  };
}

class Reader {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  byte(): number {
    const byte = this.#bytes[this.#offset];
    if (byte === undefined) throw new Error('io error: failed to fill whole buffer');
    this.#offset += 1;
    return byte;
  }

  /** Compact-u16: seven bits per byte, lowest first. Only the shortest form of a number is valid. */
  shortLength(): number {
    let length = 0;
    for (let shift = 0; shift <= 14; shift += 7) {
      const byte = this.byte();
      if (byte === 0 && shift > 0) break;
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        if (length > 0xffff) break;
        return length;
      }
    }
    throw new Error('invalid value: a length that is no compact-u16');
  }

  bytes(count: number): Uint8Array {
    const end = this.#offset + count;
    if (end > this.#bytes.length) throw new Error('io error: failed to fill whole buffer');
    const bytes = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return bytes;
  }

  rest(): Uint8Array {
    return this.bytes(this.#bytes.length - this.#offset);
  }
}
