import { leafHash, rootOf, TILE_WIDTH, uuidBytes } from '@pid/protocol/books';
import type { Queryable } from '../platform/db/index.ts';
import { impossible } from '../platform/errors/index.ts';
import { readBundles, readTiles, type Bundle, type Tile } from './log.store.ts';

/** The right edge of the tree: the last tile of every level, while it is not full. */
export interface TreeEdge {
  readonly size: number;
  readonly entries: readonly Uint8Array[];
  readonly postings: readonly string[];
  readonly parts: readonly (readonly Uint8Array[])[];
  /** Hashes of level 1 and above. */
  readonly tiles: readonly (readonly Uint8Array[])[];
}

export interface NewEntry {
  readonly postingId: string;
  readonly entry: Uint8Array;
  /** The hashes of the posting's entries. */
  readonly parts: readonly Uint8Array[];
}

export interface Growth {
  readonly edge: TreeEdge;
  readonly root: Uint8Array;
  readonly bundles: readonly Bundle[];
  readonly tiles: readonly Tile[];
}

const hashBytes = 32;
const idBytes = 16;

const rootOfEntries = (entries: readonly Uint8Array[]) => rootOf(entries.map((entry) => leafHash(entry)));

function rootOfEdge({ entries, tiles }: TreeEdge): Uint8Array {
  let rest = entries.length > 0 ? rootOfEntries(entries) : null;
  for (const hashes of tiles) {
    const row = rest ? [...hashes, rest] : hashes;
    rest = row.length > 0 ? rootOf(row) : null;
  }
  return rest ?? rootOf([]);
}

/** Appends entries. Returns the new edge and the rows that change; the given edge stays as it is. */
export function growTree(before: TreeEdge, added: readonly NewEntry[]): Growth {
  const entries = [...before.entries];
  const postings = [...before.postings];
  const parts = [...before.parts];
  const tiles = before.tiles.map((hashes) => [...hashes]);
  let size = before.size;
  const bundles: Bundle[] = [];
  const written = new Map<string, Tile>();
  const writeBundle = (index: number) => bundles.push(bundleOf(index, entries, postings, parts));
  for (const { postingId, entry, parts: hashes } of added) {
    entries.push(entry);
    postings.push(postingId);
    // No posting has that many.
    if (hashes.length > 255) impossible(`posting ${postingId} has ${hashes.length} entries`);
    parts.push(hashes);
    size += 1;
    if (entries.length < TILE_WIDTH) continue;
    writeBundle(size / TILE_WIDTH - 1);
    let root = rootOfEntries(entries);
    entries.length = postings.length = parts.length = 0;
    for (let level = 1; ; level += 1) {
      const row = (tiles[level - 1] ??= []);
      row.push(root);
      const count = size / TILE_WIDTH ** level;
      const index = Math.ceil(count / TILE_WIDTH) - 1;
      written.set(`${level}/${index}`, { level, index, hashes: Buffer.concat(row) });
      if (row.length < TILE_WIDTH) break;
      root = rootOf(row);
      row.length = 0;
    }
  }
  if (added.length > 0 && entries.length > 0) writeBundle(Math.floor(size / TILE_WIDTH));
  const edge = { size, entries, postings, parts, tiles };
  return { edge, root: rootOfEdge(edge), bundles, tiles: [...written.values()] };
}

function bundleOf(
  index: number,
  entries: readonly Uint8Array[],
  postings: readonly string[],
  parts: readonly (readonly Uint8Array[])[],
): Bundle {
  return {
    index,
    entries: Buffer.concat(entries),
    postings: Buffer.concat(postings.map((id) => uuidBytes(id))),
    parts: Buffer.concat(parts.flatMap((hashes) => [Buffer.of(hashes.length), ...hashes])),
  };
}

/** Reads the edge of a log from its rows. */
export async function loadEdge(db: Queryable, log: number, size: number): Promise<TreeEdge> {
  const tail = Math.floor(size / TILE_WIDTH);
  const [bundle] = size % TILE_WIDTH === 0 ? [] : await readBundles(db, log, [tail]);
  const entries = bundle ? slices(bundle.entries, hashBytes).slice(0, size % TILE_WIDTH) : [];
  const levels: { level: number; index: number; count: number }[] = [];
  for (let level = 1, count = tail; count > 0; level += 1, count = Math.floor(count / TILE_WIDTH))
    levels.push({ level, index: Math.floor(count / TILE_WIDTH), count: count % TILE_WIDTH });
  const rows = await readTiles(db, log, levels);
  return {
    size,
    entries,
    postings: bundle ? slices(bundle.postings, idBytes).map((id) => uuidText(id)) : [],
    parts: bundle ? partsOf(bundle.parts) : [],
    tiles: levels.map(({ level, count }) => {
      const row = rows.find((each) => each.level === level);
      return row ? slices(row.hashes, hashBytes).slice(0, count) : [];
    }),
  };
}

/** Splits the parts of a bundle into the hashes of each entry. */
export function partsOf(bytes: Buffer): Buffer[][] {
  const parts: Buffer[][] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + bytes[at]! * hashBytes;
    parts.push(slices(bytes.subarray(at + 1, end), hashBytes));
    at = end;
  }
  return parts;
}

export function slices(bytes: Buffer, length: number): Buffer[] {
  return Array.from({ length: bytes.length / length }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  );
}

export function uuidText(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
