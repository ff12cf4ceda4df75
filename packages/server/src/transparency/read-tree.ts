import { leafHash, logPath, readTilePath, TILE_WIDTH, type FetchFromLog } from '@pid/protocol/books';
import type { Queryable } from '../platform/db/index.ts';
import { slices } from './grow-tree.ts';
import { readBundles, readTiles, type LogHead } from './log.store.ts';

const hashBytes = 32;

/** Reads the tiles of a log as everyone does over HTTP. */
export function tilesOf(db: Queryable, log: LogHead): FetchFromLog {
  return (path) => readTile(db, log, path.slice(logPath(log).length));
}

/** Null if the path is not that of a tile, the log is not that long yet, or its row is damaged: tiles are cached forever. */
export async function readTile(db: Queryable, log: LogHead, path: string): Promise<Buffer | null> {
  const address = readTilePath(path);
  if (!address) return null;
  const { level, index, width } = address;
  const levelOfHashes = level === 'entries' ? 0 : level;
  if (width > Math.floor(log.size / TILE_WIDTH ** levelOfHashes) - index * TILE_WIDTH) return null;
  const bytes =
    levelOfHashes > 0
      ? (await readTiles(db, log.number, [{ level: levelOfHashes, index }]))[0]?.hashes
      : (await readBundles(db, log.number, [index]))[0]?.entries;
  const row = bytes?.subarray(0, width * hashBytes);
  if (row?.length !== width * hashBytes) return null;
  if (levelOfHashes > 0) return row;
  return Buffer.concat(
    slices(row, hashBytes).flatMap((entry): Uint8Array[] =>
      level === 'entries' ? [Buffer.of(0, hashBytes), entry] : [leafHash(entry)],
    ),
  );
}
