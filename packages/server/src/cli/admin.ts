import { markVerified } from '../admin/index.ts';
import { identityErasers } from '../erasers.ts';
import { deleteIdentity, reactivateIdentity, suspendIdentity } from '../identity/index.ts';
import { systemClock } from '../platform/clock.ts';
import { openSealing } from '../open-sealing.ts';
import { AppError } from '../platform/errors/index.ts';
import { randomIds } from '../platform/ids.ts';
import { insertEvents } from '../security-log/index.ts';
import { CommandError, type CommandContext } from './command.ts';
import { withDatabase } from './with-database.ts';

const verbs = { suspend: suspendIdentity, reactivate: reactivateIdentity, delete: deleteIdentity };

export async function admin(context: CommandContext): Promise<void> {
  const [verb, subject] = context.words;
  const change = verbs[verb as keyof typeof verbs];
  const verifies = verb === 'verify' || verb === 'unverify';
  if ((!change && !verifies) || !subject)
    throw new CommandError(
      'Usage: pid admin suspend|reactivate|delete <pid>, pid admin verify|unverify <client_id>',
    );
  await withDatabase(context, async (db) => {
    const base = { db, clock: systemClock, ids: randomIds };
    const sealer = await openSealing({ ...context, ...base });
    const deps = { ...base, erasers: await identityErasers({ ...base, sealer }) };
    try {
      if (change) {
        const identity = await change(deps, { pid: subject, actor: 'cli', origin: null });
        context.print(`${identity.pid} is ${identity.status}.`);
      } else {
        await markVerified(deps, {
          clientId: subject,
          verified: verb === 'verify',
          actor: 'cli',
          origin: null,
        });
        context.print(`${subject} is ${verb === 'verify' ? 'verified' : 'not verified'}.`);
      }
      await insertEvents(db, [
        {
          at: systemClock.now(),
          event: 'administration',
          identityId: null,
          clientId: null,
          network: null,
          operation: `pid admin ${verb}`,
          details: { subject },
        },
      ]);
    } catch (error) {
      if (error instanceof AppError) throw new CommandError(String(error.publicMessage));
      throw error;
    }
  });
}
