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
  type MovableTable,
} from '../platform/db/index.ts';
import { CommandError, type CommandContext, type Run } from './command.ts';
import type { Progress } from './progress.ts';
import { withDatabase, withOwnerRole } from './with-database.ts';

const movable = [auditTable];

export function addPartitions(pid: Command, run: Run): void {
  const partitions = pid.command('partitions').description('tables partitioned by month');
  partitions
    .command('list')
    .description('lists the monthly partitions')
    .action(run((context: CommandContext) => withDatabase(context, (db) => list(context, db))));
  partitions
    .command('move')
    .description('partitions the tables of an earlier release by month, while nodes run; can be repeated')
    .action(run((context: CommandContext) => withOwnerRole(context, (db) => move(context, db))));
  partitions
    .command('detach <table>')
    .description('detaches old months from a table, to be dumped and dropped')
    .requiredOption('--before <month>', 'detaches months that ended before this month, such as 2027-01')
    .action(
      run((context: CommandContext, table: string, flags: { before: string }) =>
        withOwnerRole(context, (db) => detach(context, db, table, flags.before)),
      ),
    );
}

async function list(context: CommandContext, db: Database): Promise<void> {
  const found = await listPartitions(db);
  const monthOf = (moment: Date | null) => moment?.toISOString().slice(0, 10) ?? '…';
  context.report(
    found,
    found.map(({ parent, name, takesTheRest, begins, ends }) =>
      takesTheRest
        ? `${parent}  ${name}  rows outside all months`
        : `${parent}  ${name}  ${monthOf(begins)} to ${monthOf(ends)}`,
    ),
    ...movable
      .filter((table) => found.every(({ parent }) => parent !== table.name))
      .map(({ name }) => `${name} is not partitioned: run \`pid partitions move\`.`),
  );
}

async function move(context: CommandContext, db: Database): Promise<void> {
  const lying = new Set((await listPartitions(db)).map(({ parent }) => parent));
  const standing = movable.filter(({ name }) => !lying.has(name)).map(({ name }) => name);
  if (standing.length > 0)
    await context.agree(
      `${standing.join(', ')} will be partitioned by month, which cannot be undone. Continue?`,
    );
  const outcomes: Record<string, string> = {};
  for (const table of movable) {
    const outcome = await moveOne(context, db, table);
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
      outcome === 'moved'
        ? `${name} is now partitioned by month.`
        : `${name} was already partitioned by month.`,
    ),
  );
}

async function moveOne(context: CommandContext, db: Database, table: MovableTable) {
  let progress: Progress | null = null;
  const say = (sentence: string) => {
    progress?.end();
    progress = null;
    context.complain(sentence);
  };
  return context
    .interruptible(
      () => `Interrupted: ${table.name} is not partitioned yet. Run the command again; it continues.`,
      (signal) =>
        told(() =>
          moveToPartitions(db.connectionString, table, {
            say,
            signal,
            onIndex(done, total) {
              progress ??= context.progress('blocks', total);
              progress.advance(done);
            },
          }),
        ),
    )
    .finally(() => progress?.end());
}

async function detach(context: CommandContext, db: Database, table: string, before: string): Promise<void> {
  if (table !== auditTable.name)
    throw new CommandError(`Only months of ${auditTable.name} can be detached: the books are kept whole.`);
  const moment = new Date(`${before}-01T00:00:00Z`);
  if (!/^\d{4}-\d{2}$/.test(before) || Number.isNaN(moment.getTime()))
    throw new CommandError('--before must be a month, such as 2027-01');
  if (moment > systemClock.now())
    throw new CommandError('That month has not begun yet: name an earlier one.');
  const old = (await listPartitions(db)).filter(
    ({ parent, ends }) => parent === table && ends !== null && ends <= moment,
  );
  for (const { name } of old)
    if (await holdsOrigins(db, name))
      throw new CommandError(
        `${name} still contains addresses or user agents: the retention of audit_origins must delete them first.`,
      );
  if (old.length > 0)
    await context.agree(`${old.map(({ name }) => name).join(', ')} will no longer be searched. Continue?`);
  for (const partition of old) {
    // Recorded before the detachment, so that it always has an audit event.
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
      : `Detached: ${names.join(', ')}. Dump them with \`pg_dump --table\`, then free the space with \`drop table\`.`,
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
