import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { formatRupiah } from '@pid/contract';
import {
  anyOf,
  clawBackTopUp,
  compareSettlement,
  knownSettlementFiles,
  readSettlementFile,
  remoteProviders,
  topUpRecords,
} from '../checkout/index.ts';
import { auditLedger, feeTotalsByDay } from '../ledger/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { ServiceError } from '../platform/errors/index.ts';
import { randomIds } from '../platform/ids.ts';
import { recoverLedger } from './ledger-recover.ts';
import { CommandError, type CommandContext, type Run } from './command.ts';
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
  add('audit', 'checks every rule of the ledger and lists the rows that break one', audit);
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
    `compares a settlement file of ${anyOf(remoteProviders.map(({ name }) => name))} with the books`,
    settle,
  );
}

/** Ends with an error, and therefore a nonzero exit code, if a rule is broken. */
async function audit(context: CommandContext, db: Database): Promise<void> {
  const { findings, counts, seconds } = await auditLedger({ db, clock: systemClock, topUps: topUpRecords });
  const size = `${counts.accounts} accounts, ${counts.postings} postings, ${counts.entries} entries, ${seconds.toFixed(1)} s`;
  context.report(
    { findings, counts, seconds },
    ...findings.map(({ check, row }) => `BROKEN  ${check}: ${row}`),
    ...(findings.length === 0 ? [`The ledger is whole: ${size}.`] : []),
  );
  if (findings.length > 0)
    throw new CommandError(`The ledger is broken in ${findings.length} places (${size}).`);
}

async function fees(context: CommandContext, db: Database, days = '30'): Promise<void> {
  if (!/^\d{1,4}$/.test(days)) throw new CommandError('days must be a number of at most four digits');
  const to = systemClock.now();
  const rows = await feeTotalsByDay(db, new Date(to.getTime() - Number(days) * dayMillis), to);
  context.report(
    rows,
    'day (UTC)   sends  top-ups  service fees  app fees  payment fees  net income',
    ...rows.map(
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
  try {
    const topUp = await clawBackTopUp(
      { db, clock: systemClock, ids: randomIds },
      { id, refunded: BigInt(rupiah), reason, actor: context.actor, origin: null },
    );
    context.report(
      topUp,
      `The payer of the top-up of ${topUp.pid} has received back ${formatRupiah(topUp.refunded)}; no balance could cover ${formatRupiah(topUp.receivable)} of it.`,
    );
  } catch (error) {
    if (error instanceof ServiceError) throw new CommandError([error.publicMessage].flat().join('; '));
    throw error;
  }
}

/** Ends with an error, and therefore a nonzero exit code, if the provider's file and our books differ. */
async function settle(context: CommandContext, db: Database, file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`${file} cannot be read`);
  });
  const settlement = readSettlementFile(text);
  if (!settlement) throw new CommandError(`${file} is no settlement file of ${knownSettlementFiles}`);
  const { provider, charges, refunds, differences } = await compareSettlement(db, settlement);
  const size = `${charges} payments and ${refunds} refunds of ${provider}`;
  context.report(
    { provider, payments: charges, refunds, differences },
    ...differences.map((difference) => `DIFFERS  ${difference}`),
    ...(differences.length === 0 ? [`The file and the books agree: ${size}.`] : []),
  );
  if (differences.length > 0)
    throw new CommandError(`The file and the books differ in ${differences.length} places (${size}).`);
}
