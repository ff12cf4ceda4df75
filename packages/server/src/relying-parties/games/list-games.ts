import type { Input } from '@pid/contract';
import { refuse } from '../../platform/errors/index.ts';
import { cursorForms, decodeCursor, pageOf, type UserCaller } from '../../platform/http/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { readCursor } from '../app-fields.ts';
import { clientIdForm } from '../app-secret.ts';
import { describeGame } from './describe-game.ts';
import { findGameOfPlayer, listGamesOfPlayer, listListedGames, type PlayedGame } from './games.store.ts';

export async function listGames(db: Queryable, query: Input<'listGames'>) {
  const limit = query.limit ?? 50;
  const rows = await listListedGames(db, readCursor(query.cursor), limit + 1);
  const { items, nextCursor } = pageOf(rows, limit, ({ clientId }) => [clientId]);
  return { items: items.map(describeGame), nextCursor };
}

function describeOwnGame(game: PlayedGame) {
  return {
    ...describeGame(game),
    status: game.paused ? ('paused' as const) : ('active' as const),
    favourite: game.favourite,
    connectedAt: game.connectedAt?.toISOString() ?? null,
    lastPlayedAt: game.lastPlayedAt?.toISOString() ?? null,
  };
}

const orderedBy = [cursorForms.dateTime, clientIdForm];

export async function listOwnGames(db: Queryable, caller: UserCaller, query: Input<'listOwnGames'>) {
  const limit = query.limit ?? 50;
  const [playedAt, clientId] = decodeCursor(query.cursor, orderedBy) ?? [];
  const after = playedAt && clientId ? { playedAt, clientId } : null;
  const rows = await listGamesOfPlayer(db, caller.identityId, after, limit + 1);
  const { items, nextCursor } = pageOf(rows, limit, (game) => [
    (game.lastPlayedAt ?? new Date(0)).toISOString(),
    game.clientId,
  ]);
  return { items: items.map(describeOwnGame), nextCursor };
}

export async function getOwnGame(db: Queryable, caller: UserCaller, clientId: string) {
  const game = await findGameOfPlayer(db, caller.identityId, clientId);
  if (!game) throw refuse('no_such_app');
  return describeOwnGame(game);
}
