import { sha256 } from '#sha256';
import type { Bytes } from '../bytes.ts';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** RFC 6962, section 2.1. */
export function leafHash(entry: Uint8Array): Bytes {
  return sha256(LEAF, entry);
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Bytes {
  return sha256(NODE, left, right);
}

/** The root over hashes of subtrees of one size, of which the last may be smaller. */
export function rootOf(hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length === 0) return sha256();
  let row = hashes;
  // A node without a sibling moves up unchanged, which gives the tree of RFC 6962.
  while (row.length > 1)
    row = Array.from({ length: Math.ceil(row.length / 2) }, (_, index) => {
      const [left, right] = [row[2 * index]!, row[2 * index + 1]];
      return right ? nodeHash(left, right) : left;
    });
  return row[0]!;
}

/** A subtree of 2^level leaves, which begins at leaf index × 2^level. */
export interface Place {
  readonly level: number;
  readonly index: number;
}

/** The complete subtrees that cover the leaves from `begin` to `end`, left to right. `begin` is a multiple of the largest one. */
export function coverOf(begin: number, end: number): Place[] {
  const places: Place[] = [];
  let at = begin;
  while (at < end) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level += 1;
    places.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return places;
}

/** The root over the hashes of the subtrees of `coverOf`. */
export function foldCover(hashes: readonly Uint8Array[]): Uint8Array {
  return hashes.reduceRight((right, left) => nodeHash(left, right));
}

/** The ranges of leaves whose roots form the inclusion proof of a leaf, from the leaf's sibling upwards. */
export function inclusionRanges(index: number, size: number): [begin: number, end: number][] {
  const ranges: [number, number][] = [];
  let [begin, end] = [0, size];
  while (end - begin > 1) {
    const middle = begin + splitOf(end - begin);
    if (index < middle) {
      ranges.unshift([middle, end]);
      end = middle;
    } else {
      ranges.unshift([begin, middle]);
      begin = middle;
    }
  }
  return ranges;
}

/** The largest power of two below `size`. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** The root that an inclusion proof leads to; null if the proof does not have the form for this index and size. */
export function rootFromPath(
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
): Uint8Array | null {
  if (!(index >= 0 && index < size)) return null;
  const ranges = inclusionRanges(index, size);
  if (ranges.length !== path.length) return null;
  return path.reduce(
    (hash, sibling, step) => (ranges[step]![0] > index ? nodeHash(hash, sibling) : nodeHash(sibling, hash)),
    leaf,
  );
}
