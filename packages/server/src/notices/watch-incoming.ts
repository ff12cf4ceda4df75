import type { Job } from '../platform/jobs.ts';
import { noteIncoming, type IncomingDeps } from './note-incoming.ts';
import { listAlerted, listAlertedAfter } from './told-money.store.ts';

const everySeconds = 5;
/** Longer than a transaction that posts, and than the difference between the clocks of two nodes. */
const overlapMillis = 20_000;
const allEverySeconds = 600;
const batch = 500;

/**
 * Creates the notices of incoming money for players who want to be told of it. Reads the players who have moved money
 * since the last run, so that the cost depends on the traffic and not on the number of players. Every ten minutes, and
 * after a start, it compares all of them, so that nothing is missed after an outage. Nodes may run it concurrently.
 */
export function watchIncoming(deps: IncomingDeps): readonly Job[] {
  const { db, clock, money } = deps;
  let readUntil: Date | null = null;

  async function readRecent(): Promise<void> {
    const now = clock.now();
    if (readUntil === null) await readAll();
    const since = new Date((readUntil ?? now).getTime() - overlapMillis);
    const movers = await money.listMovers(db, since);
    for (let start = 0; start < movers.length; start += batch)
      for (const id of await listAlerted(db, movers.slice(start, start + batch)))
        await noteIncoming(deps, id);
    readUntil = now;
  }

  async function readAll(): Promise<void> {
    let afterId: string | null = null;
    for (;;) {
      const page: Awaited<ReturnType<typeof listAlertedAfter>> = await listAlertedAfter(db, afterId, batch);
      const last = await money.listLastMoves(
        db,
        page.map(({ id }) => id),
      );
      for (const { id, told } of page) if ((last.get(id) ?? 0n) > told) await noteIncoming(deps, id);
      if (page.length < batch) return;
      afterId = page.at(-1)!.id;
    }
  }

  return [
    { name: 'note incoming money', everySeconds, run: readRecent },
    { name: 'note all incoming money', everySeconds: allEverySeconds, run: readAll },
  ];
}
