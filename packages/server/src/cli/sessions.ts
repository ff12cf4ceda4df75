import type { Command } from 'commander';
import { recordAudit } from '../audit/index.ts';
import { findIdentityByPid } from '../identity/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { countActiveSessions, endNextSessions, endSessions, type NextSessions } from '../sessions/index.ts';
import { CommandError, type CommandContext, type Run } from './command.ts';
import { counted } from './progress.ts';
import { withDatabase } from './with-database.ts';

export function addSessions(pid: Command, run: Run): void {
  pid
    .command('sessions')
    .description('sessions of players')
    .command('end [pid]')
    .description('ends all sessions of an identity')
    .option(
      '--all',
      'ends the sessions of all players: needed after a restore, which revives sessions that were ended since',
    )
    .action(run(end));
}

async function end(
  context: CommandContext,
  pid: string | undefined,
  { all = false }: { all?: boolean },
): Promise<void> {
  if (all === (pid !== undefined))
    throw new CommandError('Name one identity, such as budi@pid, or say --all.');
  await context.agree(`${pid ?? 'Everybody'} has to sign in again. End the sessions?`);
  await withDatabase(context, (db) => (pid === undefined ? endAll(context, db) : endOf(context, db, pid)));
}

async function endOf(context: CommandContext, db: Database, pid: string): Promise<void> {
  const now = systemClock.now();
  const identity = await findIdentityByPid(db, pid);
  if (!identity) throw new CommandError(`There is no ${pid}.`);
  const ended = await db.transaction(async (tx) => {
    const count = await endSessions(tx, {
      identityId: identity.id,
      exceptId: null,
      reason: 'operator',
      now,
    });
    await recordAudit(tx, auditOf(context, now, identity.id, pid, { count }));
    return count;
  });
  context.report({ ended }, `${ended} sessions were ended.`);
}

/** Players who sign in while the command runs keep their new session. */
async function endAll(context: CommandContext, db: Database): Promise<void> {
  const now = systemClock.now();
  const { count: total, upTo } = await countActiveSessions(db);
  // Recorded first, so that no session ends without an audit event.
  await recordAudit(db, auditOf(context, now, null, 'all', { step: 'begun', active: total }));
  const progress = context.progress('sessions', total);
  let ended = 0;
  try {
    await context.interruptible(
      () =>
        `Interrupted: ${counted(ended)} of ${counted(total)} sessions were ended. Run the command again to end the rest.`,
      async (signal) => {
        let afterId: string | null = null;
        do {
          signal.throwIfAborted();
          const next: NextSessions = { afterId, limit: context.batchRows, reason: 'operator', upTo, now };
          const batch = await db.transaction((tx) => endNextSessions(tx, next));
          ended += batch.count;
          progress.advance(ended);
          afterId = batch.lastId;
        } while (afterId !== null);
      },
    );
  } finally {
    progress.end();
    await recordAudit(db, auditOf(context, systemClock.now(), null, 'all', { step: 'ended', count: ended }));
  }
  context.report({ ended }, `${counted(ended)} sessions were ended.`);
}

function auditOf(
  { actor, reason }: CommandContext,
  at: Date,
  identityId: string | null,
  target: string,
  details: Record<string, unknown>,
) {
  return {
    at,
    identityId,
    actor,
    action: 'sessions.ended',
    target,
    details: { ...details, ...(reason === null ? {} : { reason }) },
    origin: null,
  };
}
