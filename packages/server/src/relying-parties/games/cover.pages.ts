import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../../platform/db/index.ts';
import { findCover } from './covers.store.ts';
import { coverPath } from './describe-game.ts';

/**
 * Serves covers to anyone who knows the address. An address never changes its picture, so it is cached for
 * long. The headers make browsers treat it as an image only, and load and run nothing if it is opened directly.
 */
export function serveCovers(http: FastifyInstance, db: Queryable): void {
  http.get<{ Params: { id: string } }>(coverPath(':id(^[0-9a-f]{32}$)'), async (request, reply) => {
    const jpeg = await findCover(db, request.params.id);
    void reply.headers({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (!jpeg) return reply.code(404).type('text/plain').send('Not found');
    return reply
      .type('image/jpeg')
      .headers({ 'cache-control': 'public, max-age=86400, immutable', 'content-disposition': 'inline' })
      .send(jpeg);
  });
}
