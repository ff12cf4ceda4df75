import { readFile } from 'node:fs/promises';
import { formatRupiah } from '@pid/contract';
import type { Command } from 'commander';
import { recordAudit } from '../audit/index.ts';
import { openSealing } from '../open-sealing.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { randomIds } from '../platform/ids.ts';
import { serviceSecret } from '../sessions/index.ts';
import {
  continueLog,
  describeLog,
  insertReserves,
  LogError,
  restartLog,
  rotateLogKey,
} from '../transparency/index.ts';
import { CommandError, type CommandContext, type Run } from './command.ts';
import { momentOf } from './moments.ts';
import { withDatabase } from './with-database.ts';

export function addLog(pid: Command, run: Run): void {
  const log = pid.command('log').description('the public log of postings');
  log.command('status').description('shows origin, key and checkpoint of the log').action(run(status));
  log
    .command('restart')
    .description('after a restore: begins another log, which names the last checkpoint of this one')
    .option(
      '--last <file>',
      'the last checkpoint that was published, from a witness; default: the one in this database',
    )
    .action(run(restart));
  log
    .command('continue <checkpoint>')
    .description(
      'after the database was moved without loss: continues the log if it contains a published checkpoint',
    )
    .action(run(resume));
  log
    .command('rotate')
    .description('signs the log with a new key from now on, and with the old one for 30 more days')
    .action(run(rotate));
  log
    .command('reserves <rupiah> <source...>')
    .description('publishes what you hold for the money that PID owes, with its source, on /transparency')
    .option('--at <moment>', 'when you held it, such as 2026-11-16T08:00:00Z; default: now')
    .action(run(reserves));
}

const readText = (file: string) =>
  readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CommandError(`The file ${file} cannot be read.`, { cause });
  });

/** Turns an error that the operator can fix into a sentence. */
async function explained<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof LogError) throw new CommandError(error.message, { cause: error });
    throw error;
  });
}

async function status(context: CommandContext): Promise<void> {
  await withDatabase(context, async (db) => {
    const { origin, key, isHere, isLost, checkpoint } = await explained(describeLog(db, systemClock));
    context.report(
      { origin, key, isHere, isLost, checkpoint },
      `origin  ${origin}`,
      `key     ${key ?? 'none yet'}`,
      ...(isHere
        ? []
        : [
            `${isLost ? 'This database has lost entries of the log that were published' : 'This database is a copy'}: nothing is signed until \`pid log restart\` has run.`,
          ]),
      checkpoint ?? 'Nothing was signed yet.',
    );
  });
}

async function record(context: CommandContext, db: Database, action: string, target: string): Promise<void> {
  await recordAudit(db, {
    at: systemClock.now(),
    identityId: null,
    actor: context.actor,
    action,
    target,
    details: context.reason === null ? {} : { reason: context.reason },
    origin: null,
  });
}

async function restart(context: CommandContext, { last }: { last?: string }): Promise<void> {
  await withDatabase(context, async (db) => {
    const text = last === undefined ? null : await readText(last);
    await context.agree('Witnesses and players see that the log was begun again. Begin another log?');
    const { origin } = await explained(restartLog({ db, clock: systemClock }, text));
    await record(context, db, 'log.restarted', origin);
    context.report(
      { origin },
      `The log is now ${origin}. Nodes append all postings to it. Publish why, and its key.`,
    );
  });
}

async function resume(context: CommandContext, file: string): Promise<void> {
  await withDatabase(context, async (db) => {
    await context.act();
    const { origin } = await explained(continueLog({ db, clock: systemClock }, await readText(file)));
    await record(context, db, 'log.continued', origin);
    context.report({ origin }, `The log ${origin} is continued in this database.`);
  });
}

async function rotate(context: CommandContext): Promise<void> {
  await withDatabase(context, async (db) => {
    await context.agree('Verifiers must learn the new key within 30 days. Sign the log with a new key?');
    const sealer = await openSealing({ ...context, db, clock: systemClock, ids: randomIds });
    const secret = (name: string) =>
      serviceSecret({ db, sealer }, name, randomIds.bytes(32), systemClock.now());
    const { key } = await explained(rotateLogKey({ db, clock: systemClock, secret }));
    await record(context, db, 'log.key_rotated', key);
    context.report({ key }, `The new key is ${key}. Publish it.`);
  });
}

async function reserves(
  context: CommandContext,
  rupiah: string,
  words: readonly string[],
  { at }: { at?: string },
): Promise<void> {
  const source = words.join(' ');
  if (!/^\d{1,15}$/.test(rupiah)) throw new CommandError('Give the reserves in rupiah, as digits');
  if (source.length < 3 || source.length > 300)
    throw new CommandError('Name the source in 3 to 300 characters');
  const moment = at === undefined ? systemClock.now() : momentOf('--at', at);
  if (moment > systemClock.now())
    throw new CommandError('--at is in the future: give the moment of the source');
  await withDatabase(context, async (db) => {
    await context.agree(
      `Everyone can read that you held ${formatRupiah(BigInt(rupiah))} (${source}), permanently. Publish it?`,
    );
    await insertReserves(db, { amount: BigInt(rupiah), source, at: moment, by: context.actor });
    await record(context, db, 'log.reserves_entered', source.slice(0, 200));
    context.report({ amount: rupiah, source, at: moment }, `Published: ${formatRupiah(BigInt(rupiah))}.`);
  });
}
