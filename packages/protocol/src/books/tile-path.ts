import type { Place } from './merkle.ts';

/** Hashes in a full tile (c2sp.org/tlog-tiles). */
export const TILE_WIDTH = 256;

export interface TileAddress {
  /** The level of the tile, or the bundle of 256 entries. */
  readonly level: number | 'entries';
  readonly index: number;
  /** 1 to 256. */
  readonly width: number;
}

/** `tile/0/x001/234`, with `.p/<width>` after a partial tile. */
export function tilePath({ level, index, width }: TileAddress): string {
  const groups = [String(index % 1000).padStart(3, '0')];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000))
    groups.unshift(`x${String(rest % 1000).padStart(3, '0')}`);
  return `tile/${level}/${groups.join('/')}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** Null if the text is not the one path of a tile. */
export function readTilePath(path: string): TileAddress | null {
  const [, level, groups, width] =
    /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path) ?? [];
  if (level === undefined || groups === undefined) return null;
  const address: TileAddress = {
    level: level === 'entries' ? level : Number(level),
    index: Number(groups.replaceAll(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  return address.width > 0 && tilePath(address) === path ? address : null;
}

const TILE_LEVELS = 8;

/** The tile of a complete subtree, and which of its hashes are below it. */
export function tileOf({ level, index }: Place) {
  const count = 2 ** (level % TILE_LEVELS);
  const first = index * count;
  return {
    level: Math.floor(level / TILE_LEVELS),
    index: Math.floor(first / TILE_WIDTH),
    from: first % TILE_WIDTH,
    count,
  };
}
