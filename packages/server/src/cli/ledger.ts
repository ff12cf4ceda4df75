import { readFile } from 'node:fs/promises';
import { formatRupiah } from '@pid/contract';
import { clawBackTopUp, compareSettlement, readSettlementFile, topUpRecords } from '../checkout/index.ts';
import { auditLedger, feeTotalsByDay } from '../ledger/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { AppError } from '../platform/errors/index.ts';
import { randomIds } from '../platform/ids.ts';
import { CommandError, type CommandContext } from './command.ts';
import { withDatabase } from './with-database.ts';

const usage =
  'Usage: pid ledger audit | pid ledger fees [days] | pid ledger clawback <top-up id> <rupiah given back in all> <reason> | pid ledger settle <file.csv>';
const dayMillis = 86_400_000;

export async function ledger(context: CommandContext): Promise<void> {
  const [verb, days = '30'] = context.words;
  if (verb === 'audit') return withDatabase(context, (db) => audit(context, db));
  if (verb === 'fees' && /^\d{1,4}$/.test(days))
    return withDatabase(context, (db) => fees(context, db, Number(days)));
  if (verb === 'clawback') return withDatabase(context, (db) => takeBack(context, db));
  if (verb === 'settle' && context.words.length === 2)
    return withDatabase(context, (db) => settle(context, db, context.words[1]!));
  throw new CommandError(usage);
}

/** Ends with an error, and so with a code other than zero, when something is off. */
async function audit(context: CommandContext, db: Database): Promise<void> {
  const { findings, counts, seconds } = await auditLedger({ db, clock: systemClock, topUps: topUpRecords });
  for (const { check, row } of findings) context.print(`BROKEN  ${check}: ${row}`);
  const size = `${counts.accounts} accounts, ${counts.postings} postings, ${counts.entries} entries, ${seconds.toFixed(1)} s`;
  if (findings.length > 0)
    throw new CommandError(`The ledger is broken in ${findings.length} places (${size}).`);
  context.print(`The ledger is whole: ${size}.`);
}

async function fees(context: CommandContext, db: Database, days: number): Promise<void> {
  const to = systemClock.now();
  const rows = await feeTotalsByDay(db, new Date(to.getTime() - days * dayMillis), to);
  context.print('day (UTC)   sends  top-ups  service fees  app fees  payment fees  net income');
  for (const row of rows)
    context.print(
      `${row.day}  ${row.sends}  ${row.topUps}  ${formatRupiah(row.globalFees)}  ${formatRupiah(row.appFees)}  ${formatRupiah(row.providerFees)}  ${formatRupiah(row.income)}`,
    );
}

/** The amount is what the payer has got back in all, so that the command may be given twice. */
async function takeBack(context: CommandContext, db: Database): Promise<void> {
  const [, id = '', rupiah = '', ...words] = context.words;
  const reason = words.join(' ');
  if (
    !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ||
    !/^[1-9]\d{0,15}$/.test(rupiah) ||
    reason.length < 3
  )
    throw new CommandError(usage);
  try {
    const topUp = await clawBackTopUp(
      { db, clock: systemClock, ids: randomIds },
      { id, refunded: BigInt(rupiah), reason, actor: 'cli', origin: null },
    );
    context.print(
      `Of the top-up of ${topUp.pid}, ${formatRupiah(topUp.refunded)} have been given back; ${formatRupiah(topUp.receivable)} of it no balance could cover.`,
    );
  } catch (error) {
    if (error instanceof AppError) throw new CommandError([error.publicMessage].flat().join('; '));
    throw error;
  }
}

/** Ends with an error, and so with a code other than zero, when the provider's file and our books differ. */
async function settle(context: CommandContext, db: Database, file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`${file} cannot be read`);
  });
  const settlement = readSettlementFile(text);
  if (!settlement)
    throw new CommandError(
      `${file} is no settlement file of Midtrans (with the columns Order ID and Amount) or Xendit (Reference and Amount)`,
    );
  const { provider, payments, refunds, differences } = await compareSettlement(db, settlement);
  for (const difference of differences) context.print(`DIFFERS  ${difference}`);
  const size = `${payments} payments and ${refunds} refunds of ${provider}`;
  if (differences.length > 0)
    throw new CommandError(`The file and the books differ in ${differences.length} places (${size}).`);
  context.print(`The file and the books agree: ${size}.`);
}
