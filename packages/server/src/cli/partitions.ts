import type { Command } from 'commander';
import { auditTable, holdsOrigins, recordAudit } from '../audit/index.ts';
import { systemClock } from '../platform/clock.ts';
import {
  detachedSchema,
  detachPartition,
  listPartitions,
  MoveError,
  moveToPartitions,
  type Database,
} from '../platform/db/index.ts';
import { CommandError, type CommandContext, type Run } from './command.ts';
import { withDatabase, withOwnDatabase } from './with-database.ts';

const movable = [auditTable];

export function addPartitions(pid: Command, run: Run): void {
  const partitions = pid.command('partitions').description('tables that grow for ever lie in months');
  partitions
    .command('list')
    .description('which months there are')
    .action(run((context: CommandContext) => withDatabase(context, (db) => list(context, db))));
  partitions
    .command('move')
    .description('moves a database of an earlier release into months, while nodes run; may be given again')
    .action(run((context: CommandContext) => withOwnDatabase(context, (db) => move(context, db))));
  partitions
    .command('detach <table>')
    .description('takes old months out of a table, for whoever dumps and drops them')
    .requiredOption('--before <month>', 'months that ended before this one began, such as 2027-01')
    .action(
      run((context: CommandContext, table: string, flags: { before: string }) =>
        withOwnDatabase(context, (db) => detach(context, db, table, flags.before)),
      ),
    );
}

async function list(context: CommandContext, db: Database): Promise<void> {
  const found = await listPartitions(db);
  const monthOf = (moment: Date | null) => moment?.toISOString().slice(0, 10) ?? '…';
  context.report(
    found,
    ...found.map(({ parent, name, takesTheRest, begins, ends }) =>
      takesTheRest
        ? `${parent}  ${name}  what no month holds`
        : `${parent}  ${name}  ${monthOf(begins)} to ${monthOf(ends)}`,
    ),
    ...movable
      .filter((table) => found.every(({ parent }) => parent !== table.name))
      .map(({ name }) => `${name} is one table: \`pid partitions move\` moves it.`),
  );
}

async function move(context: CommandContext, db: Database): Promise<void> {
  const lying = new Set((await listPartitions(db)).map(({ parent }) => parent));
  const standing = movable.filter(({ name }) => !lying.has(name)).map(({ name }) => name);
  if (standing.length > 0)
    await context.agree(`${standing.join(', ')} will lie in months, and never in one piece again. Go on?`);
  const outcomes: Record<string, string> = {};
  for (const table of movable) {
    const outcome = await told(() => moveToPartitions(db.connectionString, table, context.complain));
    outcomes[table.name] = outcome;
    if (outcome === 'moved')
      await recordAudit(db, {
        at: systemClock.now(),
        identityId: null,
        actor: context.actor,
        action: 'partitions.moved',
        target: table.name,
        details: { reason: context.reason },
        origin: null,
      });
  }
  context.report(
    outcomes,
    ...Object.entries(outcomes).map(([name, outcome]) =>
      outcome === 'moved' ? `${name} lies in months now.` : `${name} lay in months already.`,
    ),
  );
}

async function detach(context: CommandContext, db: Database, table: string, before: string): Promise<void> {
  if (table !== auditTable.name)
    throw new CommandError(
      `Months of ${auditTable.name} can be detached, and of no other table: the books are kept whole.`,
    );
  const moment = new Date(`${before}-01T00:00:00Z`);
  if (!/^\d{4}-\d{2}$/.test(before) || Number.isNaN(moment.getTime()))
    throw new CommandError('--before must be a month, such as 2027-01');
  if (moment > systemClock.now()) throw new CommandError('That month has not begun: nothing of it is old.');
  const old = (await listPartitions(db)).filter(
    ({ parent, ends }) => parent === table && ends !== null && ends <= moment,
  );
  for (const { name } of old)
    if (await holdsOrigins(db, name))
      throw new CommandError(
        `${name} still says where people were: the retention of audit_origins takes that away first.`,
      );
  if (old.length > 0)
    await context.agree(`${old.map(({ name }) => name).join(', ')} will no longer be searched. Go on?`);
  for (const partition of old) {
    // Written down before it is done: what was taken away is never without a trace.
    await recordAudit(db, {
      at: systemClock.now(),
      identityId: null,
      actor: context.actor,
      action: 'audit.detached',
      target: partition.name,
      details: { reason: context.reason },
      origin: null,
    });
    await told(() => detachPartition(db.connectionString, partition));
  }
  const names = old.map(({ name }) => `${detachedSchema}.${name}`);
  context.report(
    { detached: names },
    names.length === 0
      ? `No month of ${table} ended before ${before}.`
      : `Detached: ${names.join(', ')}. \`pg_dump --table\` keeps them, \`drop table\` frees their room.`,
  );
}

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MoveError) throw new CommandError(error.message);
    throw error;
  }
}
