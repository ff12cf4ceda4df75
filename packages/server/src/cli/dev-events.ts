import { setTimeout as sleep } from 'node:timers/promises';
import { getHead, listEvents } from '../app-events/index.ts';
import { CommandError, type CommandContext } from './command.ts';
import { findService, type ToFlag } from './dev-here.ts';
import { withDatabase } from './with-database.ts';
import { searchApps } from '../admin/index.ts';

interface EventFlags extends ToFlag {
  readonly after?: string;
  readonly count?: string;
}

const pauseMillis = 500;
const batch = 100;

/** Reads the app's events from the database, so that a developer does not need the client secret. */
export async function devEvents(context: CommandContext, clientId: string, flags: EventFlags): Promise<void> {
  await findService(context, { ...flags, command: 'pid dev events', usesDatabase: true });
  const [after, count] = [whole('--after', flags.after), whole('--count', flags.count)];
  await withDatabase(context, async (db) => {
    const { items } = await searchApps(db, { query: clientId, limit: 1 });
    if (items[0]?.client_id !== clientId) throw new CommandError(`There is no app ${clientId}.`);
    const { oldest } = await getHead(db, clientId);
    let last = after ?? oldest - 1n;
    for (let left = count ?? null; left === null || left > 0n;) {
      const events = await listEvents(
        db,
        clientId,
        last,
        left === null ? batch : Math.min(batch, Number(left)),
      );
      for (const { number, type, at, data } of events) {
        context.report(
          { number, type, at, data },
          `${number}  ${at.toISOString()}  ${type.padEnd(20)}  ${JSON.stringify(data)}`,
        );
        last = number;
      }
      if (left !== null) left -= BigInt(events.length);
      if (events.length === 0) await sleep(pauseMillis);
    }
  });
}

function whole(flag: string, text: string | undefined): bigint | undefined {
  if (text !== undefined && !/^\d{1,15}$/.test(text))
    throw new CommandError(`${flag} must be a whole number`);
  return text === undefined ? undefined : BigInt(text);
}
