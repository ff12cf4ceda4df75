import type { Database } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Timers } from '../platform/timers.ts';
import { getHead, listEvents, type AppEvent } from './app-events.store.ts';
import type { WaitingRoom } from './waiting-room.ts';

export interface EventsQuery {
  readonly clientId: string;
  /** The number of the last event that was read; null starts at the oldest. */
  readonly after: bigint | null;
  readonly limit: number;
  readonly waitSeconds: number;
  /** Aborted when the client has disconnected. */
  readonly gone: AbortSignal;
  /** Throws if the caller is no longer authorized. */
  admitAgain(this: void): Promise<void>;
}

export interface Feed {
  readonly items: readonly AppEvent[];
  readonly last: bigint;
}

const retrySeconds = 5;
/** The contract requires that a long poll is authorized again at least every five seconds. */
const admittedForMillis = 5000;

/**
 * Returns events after a number, in order. Without new events it waits until there are some or the time is
 * over; it holds no database connection meanwhile.
 */
export async function listAppEvents(
  deps: { readonly db: Database; readonly room: WaitingRoom; readonly timers: Timers },
  caller: { readonly clientId: string },
  query: EventsQuery,
): Promise<Feed> {
  if (caller.clientId !== query.clientId) throw refuse('no_such_app');
  // Start waiting before the first read: an event that arrives in between then ends the wait.
  const news = query.waitSeconds > 0 ? waitForNews(deps.room, query) : null;
  try {
    const feed = await look(deps.db, query);
    if (feed.items.length > 0 || !news) return feed;
    await whileAdmitted(news.arrived, query, deps.timers);
  } finally {
    news?.end();
  }
  await query.admitAgain();
  return look(deps.db, query);
}

/** Resolves with `arrived`, or rejects when the caller is no longer authorized. */
async function whileAdmitted(
  arrived: Promise<void>,
  { admitAgain }: EventsQuery,
  timers: Timers,
): Promise<void> {
  let hasEnded = false;
  let cancel = () => {};
  const refused = new Promise<never>((_resolve, reject) => {
    const wait = () => {
      if (!hasEnded) cancel = timers.after(admittedForMillis, () => void admitAgain().then(wait, reject));
    };
    wait();
  });
  try {
    await Promise.race([arrived, refused]);
  } finally {
    hasEnded = true;
    cancel();
  }
}

function waitForNews(room: WaitingRoom, { clientId, waitSeconds, gone }: EventsQuery) {
  const left = new AbortController();
  const arrived = room.wait(clientId, waitSeconds, AbortSignal.any([gone, left.signal]));
  if (!arrived) throw refuse('too_many_requests').retryAfter(retrySeconds);
  return { arrived, end: () => left.abort() };
}

async function look(db: Database, { clientId, after, limit }: EventsQuery): Promise<Feed> {
  const { last, oldest } = await getHead(db, clientId);
  const from = after ?? oldest - 1n;
  if (from < oldest - 1n) throw refuse('events_gone', { oldest });
  if (from > last) throw refuse('events_ahead', { last });
  return { items: from === last ? [] : await listEvents(db, clientId, from, limit), last };
}
