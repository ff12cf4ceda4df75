import { hash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import type { SumNode } from '@pid/protocol/books';
import { impossible } from '../platform/errors/index.ts';

/** Hash (32 bytes) and sum (8 bytes). */
export const nodeBytes = 40;
export const tileNodes = 256;
const leavesMin = 1024;
const buckets = 65_536;

export interface Leaves {
  /** 40 bytes each. */
  readonly bytes: Buffer;
  readonly count: number;
}

/** The leaves in the order of their hashes, as numbers of the given order. Other work gets its turn in between. */
export async function sortLeaves({ bytes, count }: Leaves): Promise<Uint32Array> {
  const starts = new Uint32Array(buckets + 1);
  const bucketOf = (leaf: number) => bytes.readUInt16BE(leaf * nodeBytes);
  for (let leaf = 0; leaf < count; leaf += 1) starts[bucketOf(leaf) + 1]! += 1;
  for (let bucket = 0; bucket < buckets; bucket += 1) starts[bucket + 1]! += starts[bucket]!;
  const order = new Uint32Array(count);
  const next = starts.slice();
  for (let leaf = 0; leaf < count; leaf += 1) order[next[bucketOf(leaf)]!++] = leaf;
  const hashOf = (leaf: number) => bytes.subarray(leaf * nodeBytes, leaf * nodeBytes + 32);
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    if (bucket % 512 === 0) await breathe();
    const [from, to] = [starts[bucket]!, starts[bucket + 1]!];
    if (to - from > 1)
      order.subarray(from, to).sort((left, right) => Buffer.compare(hashOf(left), hashOf(right)));
  }
  return order;
}

export function readNode(bytes: Buffer, at: number): SumNode {
  return { hash: bytes.subarray(at, at + 32), sum: bytes.readBigUInt64BE(at + 32) };
}

export function writeNode(node: SumNode, bytes: Buffer, at: number): void {
  bytes.set(node.hash, at);
  bytes.writeBigUInt64BE(node.sum, at + 32);
}

const tag = Buffer.from('PID:SUM\0');
/** Tag, left node and right node, as `sumNode` of the protocol hashes them. */
const pair = Buffer.concat([tag, Buffer.alloc(2 * nodeBytes)]);
const sumMax = 2n ** 64n - 1n;

/** The parents of nodes. One buffer for all hashes: a tree has millions of nodes. */
function parentsOf(nodes: Buffer): Buffer {
  const parents = Buffer.alloc(nodes.length / 2);
  for (let at = 0; at < parents.length; at += nodeBytes) {
    nodes.copy(pair, tag.length, 2 * at, 2 * at + 2 * nodeBytes);
    parents.write(hash('sha256', pair, 'binary'), at, 'latin1');
    const sum = nodes.readBigUInt64BE(2 * at + 32) + nodes.readBigUInt64BE(2 * at + nodeBytes + 32);
    if (sum > sumMax) impossible('the sum of all balances exceeds 64 bits');
    parents.writeBigUInt64BE(sum, at + 32);
  }
  return parents;
}

/** The root over nodes whose number is a power of two. */
function rootBytes(nodes: Buffer): Buffer {
  let row = nodes;
  while (row.length > nodeBytes) row = parentsOf(row);
  return row;
}

export type WriteTile = (level: number, index: number, nodes: Buffer) => Promise<void>;

/**
 * Builds the tree over sorted leaves, filled up to a power of two with leaves of amount zero, and passes on its tiles:
 * 256 nodes each, less on the top level. Returns the root.
 */
export async function buildSumTree(
  { bytes, count }: Leaves,
  order: Uint32Array,
  { zeroLeaf, writeTile }: { readonly zeroLeaf: () => Uint8Array; readonly writeTile: WriteTile },
): Promise<SumNode> {
  let width = leavesMin;
  while (width < count) width *= 2;
  let below = Buffer.alloc(0);
  for (let level = 0; ; level += 1) {
    const tiles = Math.ceil(width / tileNodes);
    const above = Buffer.alloc(tiles * nodeBytes);
    for (let index = 0; index < tiles; index += 1) {
      const length = Math.min(tileNodes, width);
      const nodes = Buffer.alloc(length * nodeBytes);
      for (let place = 0; place < length; place += 1) {
        const position = index * tileNodes + place;
        const leaf = order[position];
        if (level > 0) below.copy(nodes, place * nodeBytes, position * nodeBytes, (position + 1) * nodeBytes);
        else if (leaf === undefined) nodes.set(zeroLeaf(), place * nodeBytes);
        else bytes.copy(nodes, place * nodeBytes, leaf * nodeBytes, (leaf + 1) * nodeBytes);
      }
      rootBytes(nodes).copy(above, index * nodeBytes);
      await writeTile(level, index, nodes);
      if (index % 16 === 0) await breathe();
    }
    if (tiles === 1) return readNode(above, 0);
    below = above;
    width = tiles;
  }
}
