import { readFile } from 'node:fs/promises';
import { formatRupiah } from '@pid/contract';
import {
  anyOf,
  openProvider,
  readSettlementFile,
  recoverTopUps,
  remoteProviderIds,
  type Recovered,
} from '../checkout/index.ts';
import { openAccountBook } from '../ledger/index.ts';
import { openSealing } from '../open-sealing.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { randomIds } from '../platform/ids.ts';
import { serviceSecret } from '../sessions/index.ts';
import { CommandError, type CommandContext } from './command.ts';
import { momentOf } from './moments.ts';

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
  const settlement = file === undefined ? null : readSettlementFile(await textOf(file));
  if (file !== undefined && !settlement) throw new CommandError(`${file} is not a settlement file`);
  const base = { config, db, clock: systemClock, ids: randomIds };
  const sealer = await openSealing({ ...context, ...base });
  const deps = {
    ...base,
    provider,
    book: openAccountBook(base),
    balanceMax: BigInt(config.balanceMax),
    markKey: await serviceSecret({ db, sealer }, 'topup-marks', randomIds.bytes(32), systemClock.now()),
  };
  const { recovered, unfindable } = await recoverTopUps(deps, {
    since: from,
    file: settlement,
    actor,
    reason,
    async agree(found) {
      for (const each of found) context.complain(lineOf(each));
      await context.agree(`${found.length} payments are not in the books. Book them?`);
    },
  });
  context.report(
    { recovered, unfindable },
    ...recovered.map(lineOf),
    ...(recovered.length > 0
      ? [`${recovered.length} payments were booked; those without a known player are in suspense.`]
      : unfindable.length > 0
        ? []
        : ['Nothing that was paid since then is missing.']),
  );
  if (unfindable.length > 0)
    throw new CommandError(
      `${unfindable.length} payments in the file are not in the books, and ${provider.id} cannot find them by order id: send their notices again from its dashboard to book them. ${unfindable.join(', ')}`,
    );
}

function lineOf({ orderId, identityId, rupiah, state }: Recovered): string {
  return `${orderId}  ${formatRupiah(rupiah)}  of ${identityId}  ${state}`;
}

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => {
    throw new CommandError(`${file} cannot be read`);
  });
}
