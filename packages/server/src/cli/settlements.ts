import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import { formatRupiah } from '@pid/contract';
import { anyOf, payoutProviders } from '../checkout/index.ts';
import { findIdentityByPid } from '../identity/index.ts';
import { openAccountBook } from '../ledger/index.ts';
import { openSealing } from '../open-sealing.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { ServiceError } from '../platform/errors/index.ts';
import { randomIds } from '../platform/ids.ts';
import {
  abandonProvider,
  exportSettlements,
  importSettlements,
  openMode,
  personOf,
  recoverSettlements,
} from '../settlements/index.ts';
import { CommandError, type CommandContext, type Run } from './command.ts';
import { printList } from './print-list.ts';
import { counted, type Progress } from './progress.ts';
import { withDatabase, withOwnerRole } from './with-database.ts';

export function addSettlements(pid: Command, run: Run): void {
  const settlements = pid.command('settlements').description('money of apps that people transfer to banks');
  settlements
    .command('export <file>')
    .description('marks all requested settlements as sent and writes them to a new CSV file for the bank')
    .option('--again <export>', 'writes the file of an earlier export again and marks nothing')
    .option(
      '--plain',
      'writes account numbers as digits only, for programs; a spreadsheet drops leading zeros',
    )
    .action(run(write));
  settlements
    .command('import <file>')
    .description(
      'reads what became of settlements from a CSV file: settlement, status (paid or failed), reference, reason',
    )
    .action(run(read));
  settlements
    .command('recover <file>')
    .description(
      'after a restore: records settlements that left since, from a CSV file in the columns of an export',
    )
    .option('--provider <name>', 'a provider transferred them, and its status decides')
    .action(run(recover));
  settlements
    .command('abandon-provider <provider>')
    .description('lets people decide the open settlements of a provider that no node uses any more')
    .action(run(abandon));
}

async function write(
  context: CommandContext,
  file: string,
  { again, plain = false }: { readonly again?: string; readonly plain?: boolean },
): Promise<void> {
  requirePerson(context);
  if (again !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(again))
    throw new CommandError('Name the export by its id');
  if (again === undefined)
    await context.agree(
      'All requested settlements become sent, and their owners cannot cancel them. Export?',
    );
  else await context.act('export');
  const exportId = again ?? randomIds.uuid();
  await asPerson(context, async (deps) => {
    // Only the operator may read it: it contains account numbers. An existing file is never overwritten.
    const target = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(`${file} cannot be created: ${error.code}`);
    });
    try {
      context.complain(`Export ${exportId}`);
      const { csv, count, total, lost } = await exportSettlements(deps, {
        exportId,
        actor: context.actor,
        again: again !== undefined,
        plain,
      });
      await target.writeFile(csv);
      await target.sync();
      context.report(
        { exportId, count, total, lost },
        lost === 0
          ? []
          : [`${lost} settlements are missing: their account numbers were lost with the master key.`],
        `${count} settlements, ${formatRupiah(total)} in all, are in ${file}. If it gets lost: --again ${exportId}`,
      );
    } finally {
      await target.close();
    }
  });
}

async function read(context: CommandContext, file: string): Promise<void> {
  requirePerson(context);
  const total = await countLines(file);
  await context.agree(`The outcomes in ${file} are booked. Continue?`);
  await asPerson(context, (deps) =>
    workThrough(context, { file, total, columns: 'settlement, status and reference' }, (chunks) =>
      importSettlements(deps, { chunks, actor: context.actor }),
    ),
  );
}

/** As the owner of the tables: no node may take money without the rules of a request. */
async function recover(
  context: CommandContext,
  file: string,
  { provider = null }: { readonly provider?: string | null },
): Promise<void> {
  requirePerson(context);
  if (provider !== null) requireProvider(provider);
  const total = await countLines(file);
  const columns = 'settlement, amount, bankCode, accountNumber, holderName and clientId';
  await context.agree(`The money in ${file} has left: it is taken from the apps. Record it?`);
  await asPerson(
    context,
    async (deps) => {
      const fee = BigInt(context.config.settlementFee);
      await workThrough(context, { file, total, columns }, (chunks) =>
        recoverSettlements(
          { ...deps, fee, book: openAccountBook(deps) },
          { chunks, provider, actor: context.actor },
        ),
      );
    },
    withOwnerRole,
  );
}

async function abandon(context: CommandContext, provider: string): Promise<void> {
  requirePerson(context);
  requireProvider(provider);
  // A node that still uses the provider would go on ordering what people decide.
  if (context.config.settlements === provider)
    throw new CommandError(
      `PID_SETTLEMENTS is ${provider}: set it to manual or off, restart every node, then run this again.`,
    );
  await context.agree(
    `People decide what became of the open settlements of ${provider}, which may still transfer them. Does no node use it any more?`,
  );
  await asPerson(context, async (deps) => {
    let done = 0;
    let progress: Progress | null = null;
    const count = await context
      .interruptible(
        () =>
          `Interrupted: people decide ${counted(done)} settlements of ${provider}. Run the command again for the rest.`,
        (signal) =>
          abandonProvider(deps, {
            ...context,
            provider,
            onBatch(soFar, total) {
              done = soFar;
              progress ??= context.progress('settlements', total);
              progress.advance(done);
              signal.throwIfAborted();
            },
          }),
      )
      .finally(() => progress?.end());
    context.report({ provider, count }, `People decide ${count} settlements of ${provider} from now on.`);
  });
}

function requireProvider(name: string): void {
  const names = payoutProviders.map(({ id }) => id);
  if (!names.some((id) => id === name)) throw new CommandError(`The provider must be ${anyOf(names)}.`);
}

interface ReportedLine {
  readonly line: number;
  readonly id: string;
  readonly result: string;
  readonly why?: string;
}

interface ResultFile {
  readonly file: string;
  readonly total: number;
  /** The columns that it must have. */
  readonly columns: string;
}

/**
 * Works through a file line by line; each line commits. Ends with an error, and therefore a nonzero exit code, if one
 * was refused.
 */
async function workThrough(
  context: CommandContext,
  { file, total, columns }: ResultFile,
  begin: (chunks: AsyncIterable<string>) => Promise<AsyncIterable<ReportedLine> | null>,
): Promise<void> {
  const list = printList<ReportedLine>(
    context,
    null,
    ({ line, id, result, why }) => `line ${line}  ${id}  ${result}${why ? `: ${why}` : ''}`,
  );
  const progress = context.progress('lines', total, 'lines');
  let refused = 0;
  await context
    .interruptible(
      () =>
        `Interrupted after ${counted(list.count())} lines, which stay booked. Run the command again: it books nothing twice.`,
      async (signal) => {
        const lines = await begin(createReadStream(file, { encoding: 'utf8', signal }));
        if (!lines) throw new CommandError(`${file} has no columns ${columns}`);
        for await (const each of lines) {
          list.add(each);
          if (each.result === 'refused') refused += 1;
          progress.advance(list.count());
          if (list.count() % context.batchRows === 0) await context.printed();
          signal.throwIfAborted();
        }
      },
    )
    .finally(() => progress.end());
  list.end();
  if (refused > 0) throw new CommandError(`${refused} of ${list.count()} lines were refused.`);
}

/** Counts the lines after the header, for the progress. */
async function countLines(file: string): Promise<number> {
  let count = 0;
  try {
    for await (const chunk of createReadStream(file, 'utf8'))
      for (const char of chunk as string) if (char === '\n') count += 1;
  } catch {
    throw new CommandError(`${file} cannot be read`);
  }
  return Math.max(count - 1, 0);
}

/** The person who sends a settlement may not report its outcome, so these commands need a name. */
function requirePerson({ actor }: CommandContext): void {
  if (actor === 'cli') throw new CommandError('Say who you are with --as, such as --as budi@pid.');
}

/** An invented name would be a second person. */
async function requireAdministrator({ actor, config }: CommandContext, db: Database): Promise<void> {
  const pid = personOf(actor);
  const isNamed = config.admins.includes(pid);
  if (!isNamed || (await findIdentityByPid(db, pid))?.status !== 'active')
    throw new CommandError(`${pid} is not an active administrator: --as must name one of PID_ADMINS.`);
}

async function asPerson(
  context: CommandContext,
  work: (deps: Parameters<typeof exportSettlements>[0]) => Promise<void>,
  connect = withDatabase,
): Promise<void> {
  await connect(context, async (db: Database) => {
    await requireAdministrator(context, db);
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
