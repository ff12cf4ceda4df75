import type { Database } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { listEvents, readHead, type AppEvent } from './app-events.store.ts';
import type { WaitingRoom } from './waiting-room.ts';

export interface EventsQuery {
  readonly clientId: string;
  /** The number of the last event that was read; null: from the oldest that is kept. */
  readonly after: bigint | null;
  readonly limit: number;
  readonly waitSeconds: number;
  /** Aborted when nobody waits for the answer any more. */
  readonly gone: AbortSignal;
}

export interface Feed {
  readonly items: readonly AppEvent[];
  readonly last: bigint;
}

const retrySeconds = 5;

/** Events after a number, in order. With nothing new it waits, without holding a connection, until there is or the time is over. */
export async function readEvents(
  deps: { readonly db: Database; readonly room: WaitingRoom },
  query: EventsQuery,
): Promise<Feed> {
  // Before the first look: what comes in between wakes whoever waits already.
  const news = query.waitSeconds > 0 ? waitForNews(deps.room, query) : null;
  try {
    const feed = await look(deps.db, query);
    if (feed.items.length > 0 || !news) return feed;
    await news.arrived;
  } finally {
    news?.end();
  }
  return look(deps.db, query);
}

function waitForNews(room: WaitingRoom, { clientId, waitSeconds, gone }: EventsQuery) {
  const left = new AbortController();
  const arrived = room.wait(clientId, waitSeconds, AbortSignal.any([gone, left.signal]));
  if (!arrived) throw refuse('too_many_requests').retryAfter(retrySeconds);
  return { arrived, end: () => left.abort() };
}

async function look(db: Database, { clientId, after, limit }: EventsQuery): Promise<Feed> {
  const { last, oldest } = await readHead(db, clientId);
  const from = after ?? oldest - 1n;
  if (from < oldest - 1n) throw refuse('events_gone', { oldest });
  if (from > last) throw refuse('events_ahead', { last });
  return { items: from === last ? [] : await listEvents(db, clientId, from, limit), last };
}
