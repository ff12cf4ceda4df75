import { formatRupiah } from '@pid/contract';
import {
  anyOf,
  openProvider,
  recoverTopUps,
  remoteProviderIds,
  type Recovered,
  type SettlementFile,
} from '../checkout/index.ts';
import { openAccountBook } from '../ledger/index.ts';
import { openSealing } from '../open-sealing.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { randomIds } from '../platform/ids.ts';
import { serviceSecret } from '../sessions/index.ts';
import { CommandError, type CommandContext } from './command.ts';
import { momentOf } from './moments.ts';
import { counted, type Progress } from './progress.ts';
import { openSettlementFile } from './settlement-file.ts';

interface RecoverFlags {
  readonly since?: string;
  readonly file?: string;
}

/**
 * After a restore: looks up charges at the provider that were paid since that moment, and books them again.
 */
export async function recoverLedger(
  context: CommandContext,
  db: Database,
  { since = '', file }: RecoverFlags,
): Promise<void> {
  const { config, actor, reason } = context;
  const from = momentOf('--since', since);
  const provider = openProvider(config);
  if (!provider) throw new CommandError(`Set PID_PAYMENT_PROVIDER to ${anyOf(remoteProviderIds)} first.`);
  const base = { config, db, clock: systemClock, ids: randomIds };
  const sealer = await openSealing({ ...context, ...base });
  const deps = {
    ...base,
    provider,
    book: openAccountBook(base),
    balanceMax: BigInt(config.balanceMax),
    markKey: await serviceSecret({ db, sealer }, 'topup-marks', randomIds.bytes(32), systemClock.now()),
  };
  let progress: { readonly step: string; readonly bar: Progress } | null = null;
  let booked = 0;
  const { recovered, unfindable, unmarked, unread } = await context
    .interruptible(
      () =>
        `Interrupted: ${counted(booked)} payments were booked. Run the command again; it books nothing twice.`,
      async (signal) =>
        recoverTopUps(deps, {
          since: from,
          file: file === undefined ? null : await openFileOf(provider.id, file, signal),
          actor,
          reason,
          batchRows: context.batchRows,
          async agree(found) {
            progress?.bar.end();
            for (const each of found) context.complain(lineOf(each));
            await context.agree(`${found.length} payments are not in the books. Book them?`);
          },
          onStep(step, done, total) {
            if (step === 'booked') booked = done;
            signal.throwIfAborted();
            if (progress?.step !== step) {
              progress?.bar.end();
              progress = { step, bar: context.progress(`orders ${step}`, total) };
            }
            progress.bar.advance(done);
          },
        }),
    )
    .finally(() => progress?.bar.end());
  const open = unfindable.length + unmarked.length + unread.length;
  context.report(
    { recovered, unfindable, unmarked, unread },
    recovered.map(lineOf),
    unmarked.map(
      ({ line, orderId, amount }) =>
        `UNKNOWN  line ${line}: order ${orderId} for ${formatRupiah(amount)} is not in the books and does not carry our mark`,
    ),
    unread.map(({ line, reason: why }) => `UNREAD  line ${line} could not be read: ${why}`),
    recovered.length > 0
      ? [`${recovered.length} payments were booked; those without a known player are in suspense.`]
      : [],
    file !== undefined && open === 0 && recovered.length === 0
      ? ['Nothing that was paid since then is missing.']
      : [],
  );
  const problems = [
    ...(file !== undefined
      ? []
      : [
          `Only payments whose notices arrived could be checked. Without the provider's file it cannot be known whether others are missing: export it and repeat this command with --file.`,
        ]),
    ...(unfindable.length > 0
      ? [
          `${unfindable.length} payments in the file are not in the books, and ${provider.id} cannot find them by order id: send their notices again from its dashboard to book them. ${unfindable.join(', ')}`,
        ]
      : []),
    ...(unmarked.length > 0
      ? [
          `${unmarked.length} lines of the file are not in the books and do not carry our mark, so their payers are unknown: look them up at ${provider.id}.`,
        ]
      : []),
    ...(unread.length > 0 ? [`${unread.length} lines of the file could not be read.`] : []),
  ];
  if (problems.length > 0) throw new CommandError(problems.join(' '));
}

async function openFileOf(provider: string, name: string, signal: AbortSignal): Promise<SettlementFile> {
  const file = await openSettlementFile(name, signal);
  if (file.provider === provider) return file;
  throw new CommandError(`${name} is a file of ${file.provider}, but PID_PAYMENT_PROVIDER is ${provider}`);
}

function lineOf({ orderId, identityId, rupiah, state }: Recovered): string {
  return `${orderId}  ${formatRupiah(rupiah)}  of ${identityId}  ${state}`;
}
