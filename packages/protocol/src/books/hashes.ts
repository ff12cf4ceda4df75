import { sha256 } from '#sha256';
import { assertU64, concatBytes, fromHex, toHex, utf8, type Bytes } from '../bytes.ts';

const POSTING_TAG = utf8('PID:POSTING\0');
const ENTRY_TAG = utf8('PID:ENTRY\0');
const LIABILITY_TAG = utf8('PID:LIABILITY\0');
const SUM_TAG = utf8('PID:SUM\0');
const RESTART_TAG = utf8('PID:RESTART\0');

/** One entry of a posting, as the log commits to it. */
export interface OpenedEntry {
  readonly salt: Uint8Array;
  /** A pid, a client_id or the name of a platform account. */
  readonly name: string;
  readonly amount: bigint;
  readonly balanceAfter: bigint;
}

/** A balance and the hash that commits to it, or a node of the tree over them. */
export interface SumNode {
  readonly hash: Uint8Array;
  readonly sum: bigint;
}

function i64(value: bigint): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, value);
  return bytes;
}

/** Throws if the value does not fit. */
function u64(value: bigint): Bytes {
  assertU64(value, 'amount');
  return i64(value);
}

export function nameHash(name: string): Bytes {
  return sha256(utf8(name));
}

/** Commits to an entry whose name is hashed already. */
export function entryHash(salt: Uint8Array, name: Uint8Array, amount: bigint, balanceAfter: bigint): Bytes {
  return sha256(ENTRY_TAG, salt, name, i64(amount), i64(balanceAfter));
}

const BLOCK_BYTES = 64;

/**
 * The salt of an account for a posting (the bytes of its id) or for a day: HMAC-SHA256 (RFC 2104) with a key of at most 64 bytes. Every send
 * needs three, and for messages this short `createHmac` costs more than twice as much.
 */
export function accountSalt(key: Uint8Array, subject: Uint8Array): Bytes {
  const inner = new Uint8Array(BLOCK_BYTES).fill(0x36);
  const outer = new Uint8Array(BLOCK_BYTES).fill(0x5c);
  for (let index = 0; index < key.length; index++) {
    inner[index]! ^= key[index]!;
    outer[index]! ^= key[index]!;
  }
  return sha256(outer, sha256(inner, subject));
}

export function uuidBytes(id: string): Bytes {
  return fromHex(id.replaceAll('-', ''));
}

/** The 32 bytes that the log keeps of a posting. `entries` are the hashes of its entries. */
export function postingHash(id: string, atMillis: number, entries: readonly Uint8Array[]): Bytes {
  return sha256(POSTING_TAG, uuidBytes(id), i64(BigInt(atMillis)), ...entries);
}

/** The first entry of a log that follows another one: the hash of the last checkpoint of that log. */
export function restartHash(lastCheckpoint: string): Bytes {
  return sha256(RESTART_TAG, sha256(utf8(lastCheckpoint)));
}

export function liabilityLeaf(salt: Uint8Array, name: Uint8Array, balance: bigint): Bytes {
  return sha256(LIABILITY_TAG, salt, name, u64(balance));
}

/** The memo that anchors a daily tree on the chain. `checkpoint` is that of the log at that time. */
export function liabilityMemo({
  date,
  root,
  total,
  checkpoint,
}: {
  readonly date: string;
  readonly root: Uint8Array;
  readonly total: bigint | number;
  readonly checkpoint: string | null;
}): string {
  return `PID:BOOKS ${date} ${toHex(root)} ${total} ${toHex(sha256(utf8(checkpoint ?? '')))}`;
}

/** Throws if the sum does not fit 64 bits: a tree that overflows could hide a debt. */
export function sumNode(left: SumNode, right: SumNode): SumNode {
  const sum = left.sum + right.sum;
  u64(sum);
  return { hash: sha256(sumBytes(left, right)), sum };
}

function sumBytes(left: SumNode, right: SumNode): Bytes {
  return concatBytes(SUM_TAG, left.hash, u64(left.sum), right.hash, u64(right.sum));
}
