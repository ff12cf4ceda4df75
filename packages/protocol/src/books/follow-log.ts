import { openCheckpoint, readCheckpoint, type Checkpoint } from './checkpoint.ts';
import { equalBytes } from '../bytes.ts';
import { restartHash } from './hashes.ts';
import { coverOf, foldCover, inclusionRanges, leafHash, rootOf, type Place } from './merkle.ts';
import { TILE_WIDTH, tileOf, tilePath } from './tile-path.ts';

const HASH_BYTES = 32;
/** More restarts than any log has. They end a chain that leads nowhere. */
const RESTARTS_MAX = 100;
const FIRST_LOG = 'log/';

type State = Pick<Checkpoint, 'size' | 'root'>;

/** Reads a path of the service, such as `log/tile/0/000`. Null if it does not exist; throws if it cannot be read now. */
export type FetchFromLog = (path: string) => Promise<Uint8Array | null>;

/** What was served as a tile is none, such as the page of a proxy. It says nothing about the log. */
export class TileError extends Error {
  override readonly name = 'TileError';
}

/** The address of a log, which is its name without the host: `log/` for the first one, `log/2/` after a restart. */
export function logPath({ origin }: Pick<Checkpoint, 'origin'>): string {
  const [, path] = /^[^/]+\/(log(?:\/[1-9]\d{0,8})?)$/.exec(origin) ?? [];
  if (path === undefined) throw new Error('not the name of a log');
  return `${path}/`;
}

/** Reads the tiles below the given subtrees. The result computes the root over the subtrees of a range. */
async function fetchCovers(
  log: Checkpoint,
  covers: readonly (readonly Place[])[],
  fetch: FetchFromLog,
): Promise<(cover: readonly Place[]) => Uint8Array> {
  const tiles = new Map<string, Uint8Array>();
  const addressOf = (place: Place) => {
    const { level, index } = tileOf(place);
    const available = Math.floor(log.size / TILE_WIDTH ** level) - index * TILE_WIDTH;
    const width = Math.min(available, TILE_WIDTH);
    return { path: logPath(log) + tilePath({ level, index, width }), width };
  };
  for (const { path, width } of covers.flat().map((place) => addressOf(place))) {
    if (tiles.has(path)) continue;
    const tile = await fetch(path);
    if (tile && tile.length !== width * HASH_BYTES)
      throw new TileError(`${path} has ${tile.length} bytes instead of ${width * HASH_BYTES}.`);
    // The hash of a missing tile is that of no subtree.
    tiles.set(path, tile ?? new Uint8Array());
  }
  const hashOf = (place: Place) => {
    const { from, count } = tileOf(place);
    const tile = tiles.get(addressOf(place).path)!;
    return rootOf(
      Array.from({ length: count }, (_, step) =>
        tile.subarray((from + step) * HASH_BYTES, (from + step + 1) * HASH_BYTES),
      ),
    );
  };
  return (cover) => (cover.length === 0 ? rootOf([]) : foldCover(cover.map((place) => hashOf(place))));
}

/** Reads the tiles of a log and checks that its state continues an earlier one. */
export async function followLog(old: State, next: Checkpoint, fetch: FetchFromLog): Promise<boolean> {
  // Needs no tiles, which a restored database may have lost.
  if (old.size >= next.size) return old.size === next.size && equalBytes(old.root, next.root);
  const covers = [coverOf(0, old.size), coverOf(0, next.size)];
  const hashOf = await fetchCovers(next, covers, fetch);
  return [old, next].every(({ root }, index) => equalBytes(hashOf(covers[index]!), root));
}

/** The inclusion proof of an entry in this state of the log, from the entry's sibling upwards. */
export async function inclusionPath(
  log: Checkpoint,
  index: number,
  fetch: FetchFromLog,
): Promise<Uint8Array[]> {
  const covers = inclusionRanges(index, log.size).map(([begin, end]) => coverOf(begin, end));
  return covers.map(await fetchCovers(log, covers, fetch));
}

/** How a log begins: with the hash of the last checkpoint of the log before. */
export interface Restart {
  readonly checkpoint: string;
  readonly previous: string;
  /** Inclusion proof of the first entry in `checkpoint`. */
  readonly path: readonly Uint8Array[];
}

/** How a log and the logs before it begin, newest first. Empty for the first log. */
export async function fetchRestarts(note: string, fetch: FetchFromLog): Promise<Restart[]> {
  const restarts: Restart[] = [];
  for (let checkpoint = note; restarts.length < RESTARTS_MAX;) {
    const log = readLog(checkpoint);
    if (!log || logPath(log) === FIRST_LOG) break;
    const path = await inclusionPath(log, 0, fetch);
    const previous = await fetchPrevious(log, fetch);
    restarts.push({ checkpoint, previous, path });
    checkpoint = previous;
  }
  return restarts;
}

async function fetchPrevious(log: Checkpoint, fetch: FetchFromLog): Promise<string> {
  return new TextDecoder().decode((await fetch(`${logPath(log)}previous`)) ?? new Uint8Array());
}

/**
 * Checks that a log follows from an earlier state: it continues that state, or begins with the last checkpoint of a log
 * that follows from it. The public key must have signed every log; null if only the entries matter.
 */
export async function followRestarts(
  old: Checkpoint,
  next: string,
  publicKey: Uint8Array | null,
  fetch: FetchFromLog,
): Promise<boolean> {
  let note = next;
  for (let restarts = 0; restarts < RESTARTS_MAX; restarts += 1) {
    const log = readLog(note);
    if (!log) return false;
    if (publicKey && !openCheckpoint(note, { name: log.origin, publicKey, type: 1 })) return false;
    if (log.origin === old.origin) return followLog(old, log, fetch);
    note = await fetchPrevious(log, fetch);
    const first = { size: 1, root: leafHash(restartHash(note)) };
    if (!(await followLog(first, log, fetch))) return false;
  }
  return false;
}

/** Null if the text is not the checkpoint of a log. */
function readLog(note: string): Checkpoint | null {
  try {
    const log = readCheckpoint(note);
    return logPath(log) ? log : null;
  } catch {
    return null;
  }
}
