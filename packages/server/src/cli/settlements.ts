import { open, readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { formatRupiah } from '@pid/contract';
import { openSealing } from '../open-sealing.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { ServiceError } from '../platform/errors/index.ts';
import { randomIds } from '../platform/ids.ts';
import { exportSettlements, importSettlements, openMode } from '../settlements/index.ts';
import { CommandError, type CommandContext, type Run } from './command.ts';
import { withDatabase } from './with-database.ts';

export function addSettlements(pid: Command, run: Run): void {
  const settlements = pid.command('settlements').description('money of apps that people transfer to banks');
  settlements
    .command('export <file>')
    .description('marks all requested settlements as sent and writes them to a new CSV file for the bank')
    .option('--again <export>', 'writes the file of an earlier export again and marks nothing')
    .action(run(write));
  settlements
    .command('import <file>')
    .description(
      'reads what became of settlements from a CSV file: settlement, status (paid or failed), reference, reason',
    )
    .action(run(read));
}

async function write(
  context: CommandContext,
  file: string,
  { again }: { readonly again?: string },
): Promise<void> {
  requirePerson(context);
  if (again !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(again))
    throw new CommandError('Name the export by its id');
  if (again === undefined)
    await context.agree(
      'All requested settlements become sent, and their owners cannot cancel them. Export?',
    );
  const exportId = again ?? randomIds.uuid();
  await asPerson(context, async (deps) => {
    // Only the operator may read it: it contains account numbers. An existing file is never overwritten.
    const target = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(`${file} cannot be created: ${error.code}`);
    });
    try {
      context.complain(`Export ${exportId}`);
      const { csv, count, total } = await exportSettlements(deps, {
        exportId,
        actor: context.actor,
        again: again !== undefined,
      });
      await target.writeFile(csv);
      await target.sync();
      context.report(
        { exportId, count, total },
        `${count} settlements, ${formatRupiah(total)} in all, are in ${file}. If it gets lost: --again ${exportId}`,
      );
    } finally {
      await target.close();
    }
  });
}

/** Ends with an error, and therefore a nonzero exit code, if a line was refused. */
async function read(context: CommandContext, file: string): Promise<void> {
  requirePerson(context);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`${file} cannot be read`);
  });
  await context.agree(`The outcomes in ${file} are booked. Continue?`);
  await asPerson(context, async (deps) => {
    const lines = await importSettlements(deps, { text, actor: context.actor });
    if (!lines) throw new CommandError(`${file} has no columns settlement, status and reference`);
    context.report(
      lines,
      ...lines.map(({ line, id, result, why }) => `line ${line}  ${id}  ${result}${why ? `: ${why}` : ''}`),
    );
    const refused = lines.filter(({ result }) => result === 'refused').length;
    if (refused > 0) throw new CommandError(`${refused} of ${lines.length} lines were refused.`);
  });
}

/** The person who sends a settlement may not report its outcome, so both commands need a name. */
function requirePerson({ actor }: CommandContext): void {
  if (actor === 'cli') throw new CommandError('Say who you are with --as, such as --as budi@pid.');
}

async function asPerson(
  context: CommandContext,
  work: (deps: Parameters<typeof exportSettlements>[0]) => Promise<void>,
): Promise<void> {
  await withDatabase(context, async (db: Database) => {
    const base = { config: context.config, db, clock: systemClock, ids: randomIds };
    const sealer = await openSealing({ ...context, ...base });
    try {
      await work({ ...base, sealer, mode: openMode(context.config) });
    } catch (error) {
      if (error instanceof ServiceError) throw new CommandError([error.publicMessage].flat().join('; '));
      throw error;
    }
  });
}
