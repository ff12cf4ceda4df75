import { leafHash, readTilePath, TILE_WIDTH } from '@pid/protocol/books';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Queryable } from '../platform/db/index.ts';
import { slices } from './grow-tree.ts';
import { readBundles, readHead, readTiles } from './log.store.ts';

const hashBytes = 32;

/** Serves the log in the formats of c2sp.org/tlog-tiles. Everyone may read it, also from pages of other origins. */
export function serveLog(http: FastifyInstance, { db }: { readonly db: Queryable }): void {
  http.get('/log/checkpoint', async (_request, reply) => {
    const head = await readHead(db);
    return sendText(reply, head?.checkpoint ?? null);
  });
  // The last checkpoint of the log before, if this one was begun after a restore.
  http.get('/log/previous', async (_request, reply) =>
    sendText(reply, (await readHead(db))?.previous ?? null),
  );
  http.get<{ Params: { '*': string } }>('/log/tile/*', async (request, reply) => {
    const bytes = await readTile(db, `tile/${request.params['*']}`);
    if (!bytes) return sendText(reply, null);
    // A tile never changes, and neither do the first hashes of a partial one.
    return open(reply)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('application/octet-stream')
      .send(bytes);
  });
}

function open(reply: FastifyReply): FastifyReply {
  return reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin');
}

function sendText(reply: FastifyReply, text: string | null): FastifyReply {
  return open(reply)
    .code(text === null ? 404 : 200)
    .header('cache-control', 'no-cache')
    .type('text/plain; charset=utf-8')
    .send(text ?? 'This is not in the log.\n');
}

/** Null if the path is not that of a tile, or the log is not that long yet. */
async function readTile(db: Queryable, path: string): Promise<Buffer | null> {
  const address = readTilePath(path);
  const head = address && (await readHead(db));
  if (!address || !head) return null;
  const { level, index, width } = address;
  const levelOfHashes = level === 'entries' ? 0 : level;
  const available = Math.floor(Number(head.size) / TILE_WIDTH ** levelOfHashes) - index * TILE_WIDTH;
  if (width > available) return null;
  if (levelOfHashes > 0) {
    const [tile] = await readTiles(db, head.number, [{ level: levelOfHashes, index }]);
    return tile?.hashes.subarray(0, width * hashBytes) ?? null;
  }
  const [bundle] = await readBundles(db, head.number, [index]);
  const entries = bundle ? slices(bundle.entries, hashBytes).slice(0, width) : [];
  return Buffer.concat(
    entries.flatMap((entry): Uint8Array[] =>
      level === 'entries' ? [Buffer.of(0, hashBytes), entry] : [leafHash(entry)],
    ),
  );
}
