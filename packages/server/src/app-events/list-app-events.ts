import type { Database } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Timers } from '../platform/timers.ts';
import { getHead, listEvents, type AppEvent } from './app-events.store.ts';
import type { WaitingRoom } from './waiting-room.ts';

export interface EventsQuery {
  readonly clientId: string;
  /** The number of the last event that was read; null: from the oldest that is kept. */
  readonly after: bigint | null;
  readonly limit: number;
  readonly waitSeconds: number;
  /** Aborted when nobody waits for the answer any more. */
  readonly gone: AbortSignal;
  /** Throws if the caller would not be admitted now. */
  admitAgain(this: void): Promise<void>;
}

export interface Feed {
  readonly items: readonly AppEvent[];
  readonly last: bigint;
}

const retrySeconds = 5;
/** The contract's: a long poll is admitted again at least every five seconds. */
const admittedForMillis = 5000;

/** Events after a number, in order. With nothing new it waits, without holding a connection, until there is or the time is over. */
export async function listAppEvents(
  deps: { readonly db: Database; readonly room: WaitingRoom; readonly timers: Timers },
  caller: { readonly clientId: string },
  query: EventsQuery,
): Promise<Feed> {
  if (caller.clientId !== query.clientId) throw refuse('no_such_app');
  // Before the first look: what comes in between wakes whoever waits already.
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

/** Ends with `arrived`, or with the refusal when the caller is no longer admitted. */
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
