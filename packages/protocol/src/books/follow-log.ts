import type { Checkpoint } from './checkpoint.ts';
import { coverOf, isContinued, rootOf, type Place } from './merkle.ts';
import { TILE_WIDTH, tileOf, tilePath } from './tile-path.ts';

const HASH_BYTES = 32;

type State = Pick<Checkpoint, 'size' | 'root'>;

/**
 * Reads the tiles of a log and checks that its state continues an earlier one. `fetchTile` gets a path such as
 * `tile/0/000`.
 */
export async function followLog(
  old: State,
  next: State,
  fetchTile: (path: string) => Promise<Uint8Array>,
): Promise<boolean> {
  if (old.size > next.size) return false;
  const tiles = new Map<string, Uint8Array>();
  const pathOf = (place: Place) => {
    const { level, index } = tileOf(place);
    const available = Math.floor(next.size / TILE_WIDTH ** level) - index * TILE_WIDTH;
    return tilePath({ level, index, width: Math.min(available, TILE_WIDTH) });
  };
  const wanted = [...coverOf(0, old.size), ...coverOf(0, next.size)].map((place) => pathOf(place));
  for (const path of new Set(wanted)) tiles.set(path, await fetchTile(path));
  return isContinued(old, next, (place) => {
    const { from, count } = tileOf(place);
    const tile = tiles.get(pathOf(place))!;
    return rootOf(
      Array.from({ length: count }, (_, step) =>
        tile.slice((from + step) * HASH_BYTES, (from + step + 1) * HASH_BYTES),
      ),
    );
  });
}
