import type { Command } from 'commander';
import { recordAudit, seenBetween } from '../audit/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { recipientOf } from '../recipients.ts';
import { signedInBetween } from '../sessions/index.ts';
import { CommandError, type CommandContext, type Run } from './command.ts';
import { momentOf } from './moments.ts';
import { withDatabase } from './with-database.ts';

interface Span {
  readonly since: string;
  readonly until?: string;
}

export function addBreach(pid: Command, run: Run): void {
  pid
    .command('breach')
    .description('after a breach')
    .command('list')
    .description('lists the players to notify: everyone who was signed in or had activity during the breach')
    .requiredOption('--since <moment>', 'when the breach began, such as 2026-11-16T00:00:00Z')
    .option('--until <moment>', 'when the breach ended; default: now')
    .action(
      run((context: CommandContext, span: Span) => withDatabase(context, (db) => list(context, db, span))),
    );
}

async function list(context: CommandContext, db: Database, span: Span): Promise<void> {
  const since = momentOf('--since', span.since);
  const until = span.until === undefined ? systemClock.now() : momentOf('--until', span.until);
  if (until < since) throw new CommandError('--until must not be before --since');
  const why = new Map<string, string[]>();
  for (const id of await signedInBetween(db, since, until)) why.set(id, ['signed in']);
  for (const id of await seenBetween(db, since, until)) why.set(id, [...(why.get(id) ?? []), 'activity']);
  const people: { pid: string; addresses: readonly string[]; why: readonly string[] }[] = [];
  for (const [id, reasons] of why) {
    const recipient = await recipientOf(db, id);
    if (recipient) people.push({ pid: recipient.pid, addresses: recipient.addresses, why: reasons });
  }
  people.sort((left, right) => (left.pid < right.pid ? -1 : 1));
  // Reading the addresses of many players is recorded in the audit log.
  await recordAudit(db, {
    at: systemClock.now(),
    identityId: null,
    actor: context.actor,
    action: 'breach.list',
    details: {
      since: since.toISOString(),
      until: until.toISOString(),
      people: people.length,
      ...(context.reason === null ? {} : { reason: context.reason }),
    },
    origin: null,
  });
  context.report(
    { since: since.toISOString(), until: until.toISOString(), people },
    ...people.map(
      ({ pid, addresses, why: reasons }) =>
        `${pid}\t${addresses.join(', ') || 'no address: the identity was deleted, or its login has none'}\t${reasons.join(', ')}`,
    ),
    `${people.length} players to notify, from ${since.toISOString()} to ${until.toISOString()}.`,
  );
}
