import { formatRupiah } from '@pid/contract';
import { topUpRecords } from '../checkout/index.ts';
import { auditLedger, lastFullRun, listSeals } from '../ledger/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { randomIds } from '../platform/ids.ts';
import { createSealer, findMasterKeys, SealingError, type Sealer } from '../platform/sealing/index.ts';
import { auditLog } from '../transparency/index.ts';
import { CommandError, type CommandContext } from './command.ts';
import type { Progress } from './progress.ts';

/** Ends with an error, and therefore a nonzero exit code, if a rule is broken. */
export async function auditBooks(
  context: CommandContext,
  db: Database,
  { full: isFull = false, fullEvery }: { full?: boolean; fullEvery?: string },
): Promise<void> {
  if (fullEvery !== undefined && !/^[1-9]\d{0,2}$/.test(fullEvery))
    throw new CommandError('--full-every must be a number of days');
  const before = await lastFullRun(db);
  const full = isFull || (fullEvery !== undefined && isDue(before, Number(fullEvery)));
  if (full && before)
    context.complain(
      `The last full audit, on ${before.at.toISOString()}, read ${before.entries} entries in ${before.seconds.toFixed(1)} s.`,
    );
  const sealer = await findSealer(context);
  const started = systemClock.nowMillis();
  let progress: Progress | null = null;
  const { findings, counts, since, seconds } = await context
    .interruptible(
      () => 'Interrupted: not every rule was checked, and no result was recorded. Run the command again.',
      (signal) =>
        auditLedger(
          { db, clock: systemClock, topUps: topUpRecords },
          {
            full,
            signal,
            further: {
              check: 'the public log agrees with the ledger',
              run: (tx, from) => auditLog({ db: tx, clock: systemClock, ids: randomIds, sealer }, from),
            },
            // Progress is not part of the result, which may be JSON.
            onStep({ number, of, name }) {
              if (full)
                context.complain(
                  `${((systemClock.nowMillis() - started) / 1000).toFixed(1)} s  ${number}/${of}  ${name}`,
                );
              else (progress ??= context.progress('steps', of)).advance(number - 1);
            },
          },
        ),
    )
    .finally(() => progress?.end());
  const size = since
    ? `${counts.accounts} accounts, ${counts.postings} of ${counts.allPostings} postings, ${counts.entries} of ${counts.allEntries} entries, ${seconds.toFixed(1)} s`
    : `${counts.accounts} accounts, ${counts.postings} postings, ${counts.entries} entries, ${seconds.toFixed(1)} s`;
  const span = since ? ` since ${since.toISOString()}` : '';
  context.report(
    { findings, counts, since, seconds },
    findings.map(({ check, row }) => `BROKEN  ${check}: ${row}`),
    findings.length === 0 ? [`The ledger is whole${span}: ${size}.`] : [],
    since ? ['Earlier months are sealed; --full checks them too.'] : [],
  );
  if (findings.length > 0)
    throw new CommandError(`The ledger is broken in ${findings.length} places${span} (${size}).`);
}

/** A timer does not run at the same second every time. */
const slackMillis = 6 * 3_600_000;

function isDue(last: { readonly at: Date } | null, days: number): boolean {
  return !last || systemClock.nowMillis() - last.at.getTime() >= days * 86_400_000 - slackMillis;
}

/** A backup may be audited where the master key is not. */
async function findSealer(context: CommandContext): Promise<Sealer | null> {
  try {
    return createSealer(
      randomIds,
      await findMasterKeys({ ...context, ids: randomIds, isSealed: async () => true }),
    );
  } catch (error) {
    if (!(error instanceof SealingError)) throw error;
    context.complain(
      'Without the master key, amounts are not compared with the public log, only postings and times.',
    );
    return null;
  }
}

export async function showSeals(context: CommandContext, db: Database): Promise<void> {
  const seals = (await listSeals(db)).map((seal) => ({ ...seal, hash: seal.hash.toString('hex') }));
  context.report(
    seals,
    ...(seals.length === 0 ? ['No month is sealed yet.'] : ['month    postings  entries  moved  hash']),
    ...seals.map(
      ({ month, postings, entries, moved, hash }) =>
        `${month}  ${postings}  ${entries}  ${formatRupiah(moved)}  ${hash}`,
    ),
  );
}
