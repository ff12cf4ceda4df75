import { parseArgs } from 'node:util';
import { isPauseReason, markVerified, pauseApp } from '../admin/index.ts';
import { reactivateIdentity, suspendIdentity } from '../identity/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { AppError } from '../platform/errors/index.ts';
import { insertEvents } from '../security-log/index.ts';
import { CommandError, type CommandContext } from './command.ts';
import { deleteFromCommand } from './delete-identity.ts';
import { withDatabase } from './with-database.ts';

const usage = `Usage: pid admin suspend|reactivate <pid>, pid admin delete <pid> [--abandon "why what is in the wallet is given up"],
  pid admin verify|unverify <client_id>,
  pid admin pause|resume <client_id> [--reason "one line that the owner reads"]`;

interface Order {
  readonly subject: string;
  readonly reason: string | null;
  /** Why money in a wallet that was never activated is given up. */
  readonly abandon: string | null;
}

/** What the operator reads when it is done. */
type Act = (context: CommandContext, db: Database, order: Order) => Promise<string>;

function changesIdentity(change: typeof suspendIdentity): Act {
  return async (_context, db, { subject }) => {
    // Nothing is erased where nothing is deleted.
    const identity = await change(
      { db, clock: systemClock, erasers: [] },
      { pid: subject, actor: 'cli', origin: null },
    );
    return `${identity.pid} is ${identity.status}.`;
  };
}

const deletes: Act = async (context, db, { subject, abandon }) => {
  const identity = await deleteFromCommand(context, db, { pid: subject, abandonReason: abandon });
  return `${identity.pid} is ${identity.status}.`;
};

function verifies(verified: boolean): Act {
  return async (_context, db, { subject: clientId }) => {
    await markVerified({ db, clock: systemClock }, { clientId, verified, actor: 'cli', origin: null });
    return `${clientId} is ${verified ? 'verified' : 'not verified'}.`;
  };
}

function pauses(isPaused: boolean): Act {
  return async (_context, db, { subject: clientId, reason }) => {
    await pauseApp({ db, clock: systemClock }, { clientId, isPaused, reason, actor: 'cli', origin: null });
    return `${clientId} is ${isPaused ? 'paused: no sign-ins, tokens or payments through it' : 'no longer paused by an administrator'}.`;
  };
}

const verbs = new Map<string, Act>([
  ['suspend', changesIdentity(suspendIdentity)],
  ['reactivate', changesIdentity(reactivateIdentity)],
  ['delete', deletes],
  ['verify', verifies(true)],
  ['unverify', verifies(false)],
  ['pause', pauses(true)],
  ['resume', pauses(false)],
]);

export async function admin(context: CommandContext): Promise<void> {
  const { verb, act, order } = readWords(context.words);
  await withDatabase(context, async (db) => {
    try {
      context.print(await act(context, db, order));
      await insertEvents(db, [
        {
          at: systemClock.now(),
          event: 'administration',
          identityId: null,
          clientId: null,
          network: null,
          operation: `pid admin ${verb}`,
          details: { subject: order.subject },
        },
      ]);
    } catch (error) {
      if (error instanceof AppError) throw new CommandError(String(error.publicMessage));
      throw error;
    }
  });
}

function readWords(words: readonly string[]): { verb: string; act: Act; order: Order } {
  const { values, positionals } = parseWords(words);
  const [verb = '', subject, ...more] = positionals;
  const act = verbs.get(verb);
  const [reason, abandon] = [values.reason ?? null, values.abandon ?? null];
  const takesReason = verb === 'pause' || verb === 'resume';
  if (!act || !subject || more.length > 0 || (reason !== null && !takesReason)) throw new CommandError(usage);
  if (abandon !== null && verb !== 'delete') throw new CommandError(usage);
  if (abandon !== null && !isPauseReason(abandon))
    throw new CommandError('--abandon must be 1-200 characters in one line');
  if (reason !== null && !isPauseReason(reason))
    throw new CommandError('--reason must be 1-200 characters in one line');
  return { verb, act, order: { subject, reason, abandon } };
}

function parseWords(words: readonly string[]) {
  try {
    const options = { reason: { type: 'string' }, abandon: { type: 'string' } } as const;
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch {
    throw new CommandError(usage);
  }
}
