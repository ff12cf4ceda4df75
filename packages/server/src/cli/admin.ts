import type { Command } from 'commander';
import { isPauseReason, pauseApp, resumeApp, unverifyApp, verifyApp } from '../admin/index.ts';
import { reactivateIdentity, suspendIdentity } from '../identity/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { CommandError, type CommandContext, type Run } from './command.ts';
import { deleteFromCommand } from './delete-identity.ts';
import { addMachineCredentials } from './machine-credentials.ts';
import { withDatabase } from './with-database.ts';

interface Flags {
  readonly abandon?: string;
}

/** The result as an object and as a sentence for the operator. */
interface Outcome {
  readonly result: object;
  readonly sentence: string;
}

type Act = (context: CommandContext, db: Database, subject: string, flags: Flags) => Promise<Outcome>;

function changesIdentity(change: typeof suspendIdentity): Act {
  return async ({ actor, reason }, db, subject) => {
    // No erasers: these changes delete no data.
    const { pid, status } = await change(
      { db, clock: systemClock, erasers: [] },
      { pid: subject, actor, origin: null, ...(reason === null ? {} : { details: { reason } }) },
    );
    return { result: { pid, status }, sentence: `${pid} is ${status}.` };
  };
}

const deletes: Act = async (context, db, subject, { abandon = null }) => {
  await context.agree(`${subject} is deleted permanently, and its name is never available again. Delete it?`);
  const { pid, status } = await deleteFromCommand(context, db, { pid: subject, abandonReason: abandon });
  return { result: { pid, status }, sentence: `${pid} is ${status}.` };
};

function verifies(verified: boolean): Act {
  return async ({ actor, reason }, db, clientId) => {
    const mark = verified ? verifyApp : unverifyApp;
    await mark({ db, clock: systemClock }, { clientId, reason, actor, deciderId: null, origin: null });
    return {
      result: { clientId, verified },
      sentence: `${clientId} is ${verified ? 'verified' : 'not verified'}.`,
    };
  };
}

function pauses(isPaused: boolean): Act {
  return async ({ actor, reason }, db, clientId) => {
    const change = isPaused ? pauseApp : resumeApp;
    await change({ db, clock: systemClock }, { clientId, reason, actor, deciderId: null, origin: null });
    const state = isPaused
      ? 'paused: no sign-ins, tokens or payments through it'
      : 'no longer paused by an administrator';
    return { result: { clientId, isPaused }, sentence: `${clientId} is ${state}.` };
  };
}

export function addAdmin(pid: Command, run: Run): void {
  const admin = pid.command('admin').description('administers identities, apps and machine credentials');
  const add = (name: string, what: string, act: Act): Command =>
    admin
      .command(name)
      .description(what)
      .action(run((context, subject: string, flags: Flags) => perform(context, act, subject, flags)));
  addMachineCredentials(admin, run);
  add('suspend <pid>', 'suspends an identity: it can only read', changesIdentity(suspendIdentity));
  add('reactivate <pid>', 'ends a suspension', changesIdentity(reactivateIdentity));
  add('delete <pid>', 'deletes an identity permanently', deletes).option(
    '--abandon <text>',
    'why the assets in the wallet are abandoned',
  );
  add('verify <client_id>', 'marks an app as verified', verifies(true));
  add('unverify <client_id>', 'removes the verified mark of an app', verifies(false));
  add('pause <client_id>', 'stops sign-ins, tokens and payments of an app', pauses(true));
  add('resume <client_id>', 'ends a pause', pauses(false));
}

async function perform(context: CommandContext, act: Act, subject: string, flags: Flags): Promise<void> {
  if (flags.abandon !== undefined && !isPauseReason(flags.abandon))
    throw new CommandError('--abandon must be 1-200 characters in one line');
  await withDatabase(context, async (db) => {
    if (act !== deletes) await context.act();
    const { result, sentence } = await act(context, db, subject, flags);
    context.report(result, sentence);
  });
}
