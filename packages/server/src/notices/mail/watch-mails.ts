import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { listDelays } from './outbox.store.ts';

const lateMinutes = 15;
/** A single mailbox that does not take a mail yet is no fault of ours. */
const latePlayers = 3;

/** Throws if the mails of several players were not sent for a quarter of an hour. */
export async function assertMailsAreSent(db: Pick<Queryable, 'query'>, clock: Clock): Promise<void> {
  const { oldest, players } = await listDelays(db, new Date(clock.nowMillis() - lateMinutes * 60_000));
  if (players < latePlayers || !oldest) return;
  const minutes = Math.floor((clock.nowMillis() - oldest.getTime()) / 60_000);
  throw new Error(
    `the mails of ${players} players have waited for more than ${lateMinutes} minutes, the oldest for ${minutes}: see the log of the nodes for the answers of the mail server`,
  );
}

/** Age of the oldest mail in the outbox, in seconds. */
export async function oldestMailSeconds(db: Queryable, clock: Clock): Promise<number> {
  const { oldest } = await listDelays(db, clock.now());
  return oldest ? Math.max(0, (clock.nowMillis() - oldest.getTime()) / 1000) : 0;
}
