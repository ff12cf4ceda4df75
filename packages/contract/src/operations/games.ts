import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { base64UrlPattern, nullable, okReply, page, pageQuery, text } from '../schemas.ts';
import { app, clientIdParams, game, ownGame } from '../shapes/apps.ts';

const ofGame = { access: 'user', params: clientIdParams, errors: ['no_such_app'] } as const;
const example = { client_id: 'app_example' };

export const games = declare('games', {
  uploadAppCover: {
    summary: 'Sets or removes the cover of an app',
    description:
      'The cover must be a JPEG picture of 16 by 9, 320 to 640 pixels wide, of at most 15,000 bytes. The service keeps no metadata. A new cover removes the verified badge; removing the cover does not.',
    access: 'user',
    limit: 'upload',
    limitPer: 'player',
    params: clientIdParams,
    body: Type.Object({
      image: nullable(
        text(base64UrlPattern, 'must be unpadded base64url of at most 40000 characters', {
          minLength: 1,
          maxLength: 40_000,
          description: 'JPEG file of at most 15,000 bytes in unpadded base64url; null removes the cover.',
        }),
      ),
    }),
    reply: app,
    errors: ['no_such_app'],
    example: { ...example, image: null },
  },
  listGames: {
    summary: 'Lists the games that players can start, newest first',
    description:
      'Games are verified apps with a `playUrl`. Paused apps are left out. Responses can be cached for a minute.',
    access: 'public',
    query: Type.Object(pageQuery),
    reply: page(game),
    example: { limit: 20 },
  },
  listOwnGames: {
    summary: 'Lists the games that the player has allowed or marked as a favourite',
    description: 'The game that was played last comes first. Favourites that are not connected come last.',
    access: 'user',
    query: Type.Object(pageQuery),
    reply: page(ownGame),
    example: { limit: 6 },
  },
  getOwnGame: {
    ...ofGame,
    summary: 'Returns a game and what the player has done with it',
    description: 'An app that is neither verified, connected nor a favourite does not exist for the player.',
    reply: ownGame,
    example,
  },
  addFavouriteGame: {
    ...ofGame,
    summary: 'Marks a game as a favourite of the player',
    description: 'A player has at most 200 favourites.',
    reply: okReply,
    errors: [...ofGame.errors, 'too_many_favourites'],
    example,
  },
  removeFavouriteGame: {
    ...ofGame,
    summary: 'Removes a game from the favourites of the player',
    reply: okReply,
    example,
  },
});
