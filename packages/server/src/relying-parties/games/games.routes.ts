import { operations } from '@pid/contract';
import { originOf } from '../../audit/index.ts';
import { route, type Route } from '../../platform/http/index.ts';
import type { Needs } from '../../platform/needs.ts';
import { describeApp } from '../app-fields.ts';
import { addFavouriteGame, removeFavouriteGame } from './favourite-games.ts';
import { getOwnGame, listGames, listOwnGames } from './list-games.ts';
import { uploadAppCover } from './upload-app-cover.ts';

export function gameRoutes(deps: Needs<'db' | 'clock' | 'ids'>): Route[] {
  const { db } = deps;
  return [
    route(operations.uploadAppCover, async ({ caller, params, body, request }) => {
      const cover = { clientId: params.client_id, image: body.image };
      return describeApp(await uploadAppCover(deps, caller, cover, originOf(request)));
    }),
    route(operations.listGames, async ({ query, reply }) => {
      const games = await listGames(db, query);
      reply.header('cache-control', 'public, max-age=60');
      return games;
    }),
    route(operations.listOwnGames, ({ caller, query }) => listOwnGames(db, caller, query)),
    route(operations.getOwnGame, ({ caller, params }) => getOwnGame(db, caller, params.client_id)),
    route(operations.addFavouriteGame, async ({ caller, params }) => {
      await addFavouriteGame(deps, caller, params.client_id);
      return { ok: true };
    }),
    route(operations.removeFavouriteGame, async ({ caller, params }) => {
      await removeFavouriteGame(db, caller, params.client_id);
      return { ok: true };
    }),
  ];
}
