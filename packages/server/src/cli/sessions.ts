import type { Command } from 'commander';
import { recordAudit } from '../audit/index.ts';
import { findIdentityByPid } from '../identity/index.ts';
import { systemClock } from '../platform/clock.ts';
import { endAllSessions, endSessions } from '../sessions/index.ts';
import { CommandError, type CommandContext, type Run } from './command.ts';
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
  await withDatabase(context, async (db) => {
    const now = systemClock.now();
    const identity = pid === undefined ? null : await findIdentityByPid(db, pid);
    if (pid !== undefined && !identity) throw new CommandError(`There is no ${pid}.`);
    const ended = await db.transaction(async (tx) => {
      const count = identity
        ? await endSessions(tx, { identityId: identity.id, exceptId: null, reason: 'operator', now })
        : await endAllSessions(tx, 'operator', now);
      const event = { at: now, identityId: identity?.id ?? null, actor: context.actor, origin: null };
      await recordAudit(tx, {
        ...event,
        action: 'sessions.ended',
        target: pid ?? 'all',
        details: { count, ...(context.reason === null ? {} : { reason: context.reason }) },
      });
      return count;
    });
    context.report({ ended }, `${ended} sessions were ended.`);
  });
}
