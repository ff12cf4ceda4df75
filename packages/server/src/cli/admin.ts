import { identityErasers } from '../erasers.ts';
import { deleteIdentity, reactivateIdentity, suspendIdentity } from '../identity/index.ts';
import { systemClock } from '../platform/clock.ts';
import { AppError } from '../platform/errors/index.ts';
import { randomIds } from '../platform/ids.ts';
import { CommandError, type CommandContext } from './command.ts';
import { withDatabase } from './with-database.ts';

const verbs = { suspend: suspendIdentity, reactivate: reactivateIdentity, delete: deleteIdentity };

export async function admin(context: CommandContext): Promise<void> {
  const [verb, pid] = context.words;
  const run = verbs[verb as keyof typeof verbs];
  if (!run || !pid) throw new CommandError('Usage: pid admin suspend|reactivate|delete <pid>');
  await withDatabase(context, async (db) => {
    const deps = { db, clock: systemClock, erasers: await identityErasers({ db, clock: systemClock, ids: randomIds }) };
    try {
      const identity = await run(deps, { pid, actor: 'cli', origin: null });
      context.print(`${identity.pid} is ${identity.status}.`);
    } catch (error) {
      if (error instanceof AppError) throw new CommandError(String(error.publicMessage));
      throw error;
    }
  });
}
