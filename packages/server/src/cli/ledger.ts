import type { Command } from 'commander';
import { formatRupiah } from '@pid/contract';
import { anyOf, clawBackTopUp, compareSettlement, remoteProviders, startOfDay } from '../checkout/index.ts';
import { feeTotalsByDay } from '../ledger/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { randomIds } from '../platform/ids.ts';
import { auditBooks, showSeals } from './ledger-audit.ts';
import { recoverLedger } from './ledger-recover.ts';
import { CommandError, type CommandContext, type Run } from './command.ts';
import { momentOf } from './moments.ts';
import { counted, type Progress } from './progress.ts';
import { openSettlementFile } from './settlement-file.ts';
import { withDatabase } from './with-database.ts';

const dayMillis = 86_400_000;

export function addLedger(pid: Command, run: Run): void {
  const ledger = pid.command('ledger').description('the books');
  const add = <Words extends readonly unknown[]>(
    name: string,
    what: string,
    work: (context: CommandContext, db: Database, ...words: Words) => Promise<void>,
  ) =>
    ledger
      .command(name)
      .description(what)
      .action(
        run((context: CommandContext, ...words: Words) =>
          withDatabase(context, (db) => work(context, db, ...words)),
        ),
      );
  add(
    'audit',
    'checks every rule of the ledger, compares it with the public log, and lists what breaks a rule or differs',
    auditBooks,
  )
    .option(
      '--full',
      'also checks the sealed months, from the first posting on, instead of beginning with the last one',
    )
    .option('--full-every <days>', 'like --full if the last such audit was so many days ago; for a timer');
  add('seals', 'lists the sealed months with their hashes', showSeals);
  add('fees [days]', 'fee income by day', fees);
  add(
    'clawback <topup> <rupiah> <reason...>',
    'takes back a top-up whose payer was refunded; rupiah is the total refunded',
    takeBack,
  );
  add('recover', 'after a restore: books charges that were paid at the provider since then', recoverLedger)
    .requiredOption(
      '--since <moment>',
      'the moment to which the database was restored, such as 2026-11-16T08:00:00Z',
    )
    .option('--file <csv>', "the provider's settlement file, for charges whose notices did not arrive");
  add(
    'settle <file>',
    `compares a settlement file of ${anyOf(remoteProviders.map(({ name }) => name))} with the books of a period`,
    settle,
  )
    .requiredOption('--from <moment>', 'the first day in PID_TIME_ZONE, such as 2026-11-01, or a moment')
    .requiredOption('--until <moment>', 'the day after the last one, such as 2026-12-01, or a moment');
}

async function fees(context: CommandContext, db: Database, days = '30'): Promise<void> {
  if (!/^\d{1,4}$/.test(days)) throw new CommandError('days must be a number of at most four digits');
  const to = systemClock.now();
  const rows = await feeTotalsByDay(db, new Date(to.getTime() - Number(days) * dayMillis), to);
  context.report(
    rows,
    'day (UTC)   sends  top-ups  service fees  app fees  payment fees  net income',
    rows.map(
      (row) =>
        `${row.day}  ${row.sends}  ${row.topUps}  ${formatRupiah(row.globalFees)}  ${formatRupiah(row.appFees)}  ${formatRupiah(row.providerFees)}  ${formatRupiah(row.income)}`,
    ),
  );
}

/** The amount is the total that the payer received back, so the command can be repeated. */
async function takeBack(
  context: CommandContext,
  db: Database,
  id: string,
  rupiah: string,
  words: readonly string[],
): Promise<void> {
  const reason = words.join(' ');
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
    throw new CommandError('Name the top-up by its id');
  if (!/^[1-9]\d{0,15}$/.test(rupiah)) throw new CommandError('Give the total refunded in rupiah, as digits');
  if (reason.length < 3) throw new CommandError('Say why');
  await context.agree(`A total of ${formatRupiah(BigInt(rupiah))} of ${id} is taken back. Continue?`);
  const topUp = await clawBackTopUp(
    { db, clock: systemClock, ids: randomIds },
    { id, refunded: BigInt(rupiah), reason, actor: context.actor, origin: null },
  );
  context.report(
    topUp,
    `The payer of the top-up of ${topUp.pid} has received back ${formatRupiah(topUp.refunded)}; no balance could cover ${formatRupiah(topUp.receivable)} of it.`,
  );
}

interface PeriodFlags {
  readonly from?: string;
  readonly until?: string;
}

/** Ends with an error, and therefore a nonzero exit code, if the provider's file and our books differ. */
async function settle(
  context: CommandContext,
  db: Database,
  name: string,
  flags: PeriodFlags,
): Promise<void> {
  const { timeZone } = context.config;
  const span = {
    from: await dayOrMoment(db, '--from', flags.from ?? '', timeZone),
    until: await dayOrMoment(db, '--until', flags.until ?? '', timeZone),
  };
  if (span.until <= span.from) throw new CommandError('--until must be after --from');
  let places = 0;
  let progress: Progress | null = null;
  const {
    provider,
    books,
    file: filed,
  } = await context
    .interruptible(
      () => `Interrupted after ${counted(places)} differences. Run the command again; it changes nothing.`,
      async (signal) => {
        const file = await openSettlementFile(name, signal);
        return db.transaction(
          async (tx) => {
            const comparison = compareSettlement(tx, file, span, (done, total) => {
              signal.throwIfAborted();
              progress ??= context.progress('payments', total, 'lines');
              progress.advance(done);
            });
            for (;;) {
              const step = await comparison.next();
              if (step.done) return { ...step.value, provider: file.provider };
              signal.throwIfAborted();
              places += 1;
              context.report({ differs: step.value }, `DIFFERS  ${step.value}`);
              if (places % context.batchRows === 0) await context.printed();
            }
          },
          { isolation: 'repeatable read', signal },
        );
      },
    )
    .finally(() => progress?.end());
  const period = { from: span.from.toISOString(), until: span.until.toISOString() };
  const size = `${filed.charges} payments and ${filed.refunds} refunds of ${provider} in the file, ${books.charges} and ${books.refunds} in the books from ${period.from} until ${period.until}`;
  context.report(
    { provider, ...period, file: filed, books, differences: places },
    places === 0 ? [`The file and the books agree: ${size}.`] : [],
  );
  if (places > 0) throw new CommandError(`The file and the books differ in ${places} places (${size}).`);
}

/** A day begins at midnight in PID_TIME_ZONE. */
async function dayOrMoment(db: Database, option: string, text: string, timeZone: string): Promise<Date> {
  const moment = momentOf(option, text);
  return text.length === 10 ? startOfDay(db, text, timeZone) : moment;
}
