import {
  coverOf,
  foldCover,
  inclusionRanges,
  leafHash,
  rootOf,
  tileOf,
  type Place,
} from '@pid/protocol/books';
import type { Queryable } from '../platform/db/index.ts';
import { impossible } from '../platform/errors/index.ts';
import { slices } from './grow-tree.ts';
import { readBundles, readTiles } from './log.store.ts';

const hashBytes = 32;

/** Reads the tiles below the given subtrees. The result computes their hashes. */
async function readSubtrees(
  db: Queryable,
  log: number,
  places: readonly Place[],
): Promise<(place: Place) => Uint8Array> {
  const wanted = places.map((place) => tileOf(place));
  const leaves = [...new Set(wanted.filter(({ level }) => level === 0).map(({ index }) => index))];
  const upper = [
    ...new Map(
      wanted.filter(({ level }) => level > 0).map((tile) => [`${tile.level}/${tile.index}`, tile]),
    ).values(),
  ];
  const hashes = new Map<string, Uint8Array[]>();
  if (leaves.length > 0)
    for (const { index, entries } of await readBundles(db, log, leaves))
      hashes.set(
        `0/${index}`,
        slices(entries, hashBytes).map((entry) => leafHash(entry)),
      );
  if (upper.length > 0)
    for (const tile of await readTiles(db, log, upper))
      hashes.set(`${tile.level}/${tile.index}`, slices(tile.hashes, hashBytes));
  return (place) => {
    const { level, index, from, count } = tileOf(place);
    const row = hashes.get(`${level}/${index}`)?.slice(from, from + count);
    return row?.length === count
      ? rootOf(row)
      : impossible(`tile ${level}/${index} of log ${log} is incomplete`);
  };
}

/** The inclusion proof of an entry in the log of this size, from the entry's sibling upwards. */
export async function inclusionPath(
  db: Queryable,
  log: number,
  index: number,
  size: number,
): Promise<Uint8Array[]> {
  const covers = inclusionRanges(index, size).map(([begin, end]) => coverOf(begin, end));
  const hashOf = await readSubtrees(db, log, covers.flat());
  return covers.map((cover) => foldCover(cover.map((place) => hashOf(place))));
}

/** The root over the first `size` entries, computed from the tiles. */
export async function rootAt(db: Queryable, log: number, size: number): Promise<Uint8Array> {
  if (size === 0) return rootOf([]);
  const cover = coverOf(0, size);
  const hashOf = await readSubtrees(db, log, cover);
  return foldCover(cover.map((place) => hashOf(place)));
}
