import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { addressKey, type RateLimiter } from '../platform/http/index.ts';
import { readHead, readLog } from './log.store.ts';
import { readTile } from './read-tree.ts';

interface LogPagesDeps {
  readonly db: Queryable;
  /** Null when rate limits are off. */
  readonly limiter: RateLimiter | null;
}

type LogRequest = FastifyRequest<{ Params: { log?: string; '*'?: string } }>;

/**
 * Serves the logs in the formats of c2sp.org/tlog-tiles. Everyone may read them, also from pages of other origins. The
 * first log is below /log/, log 2 below /log/2/ and so on, so that a tile never changes and the tiles of earlier logs
 * stay. Only /log/checkpoint is always that of the current log, whose name says where it is.
 */
export function serveLog(http: FastifyInstance, { db, limiter }: LogPagesDeps): void {
  const serve = (path: string, answer: (request: LogRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    http.get<{ Params: { log?: string; '*'?: string } }>(path, async (request, reply) => {
      void reply
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin');
      const verdict = await limiter?.take('log', addressKey(request.ip));
      if (verdict && !verdict.allowed) {
        void reply.header('cache-control', 'no-store');
        throw refuse('too_many_requests').retryAfter(verdict.resetSeconds);
      }
      return answer(request, reply);
    });
  const logOf = async ({ params: { log = '1' } }: LogRequest) =>
    /^[1-9]\d{0,8}$/.test(log) ? readLog(db, Number(log)) : null;

  serve('/log/checkpoint', async (_request, reply) => sendText(reply, (await readHead(db))?.checkpoint));
  serve('/log/:log/checkpoint', async (request, reply) =>
    sendText(reply, (await logOf(request))?.checkpoint),
  );
  // The last checkpoint of the log before: its hash is the first entry.
  serve('/log/:log/previous', async (request, reply) => sendText(reply, (await logOf(request))?.previous));
  for (const path of ['/log/tile/*', '/log/:log/tile/*'])
    serve(path, async (request, reply) => {
      const head = await logOf(request);
      const bytes = head && (await readTile(db, head, `tile/${request.params['*']}`));
      if (!bytes) return sendText(reply, null);
      // Neither do the first hashes of a partial tile change.
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('application/octet-stream')
        .send(bytes);
    });
}

function sendText(reply: FastifyReply, text: string | null | undefined): FastifyReply {
  return reply
    .code(text ? 200 : 404)
    .header('cache-control', 'no-cache')
    .type('text/plain; charset=utf-8')
    .send(text ?? 'This is not in the log.\n');
}
