import { handleOf } from '../identity/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { findPlayer, type SandboxPlayer } from './sandbox-players.store.ts';

/** The app that calls, by its machine token. */
export interface CallingApp {
  readonly clientId: string;
}

/** Returns a test player that the app made. Any other player does not exist for it. */
export async function requirePlayer(
  { db }: { readonly db: Queryable },
  { clientId }: CallingApp,
  pid: string,
): Promise<SandboxPlayer> {
  const player = await findPlayer(db, clientId, handleOf(pid));
  if (!player) throw refuse('not_found');
  return player;
}
