import { recordAudit } from '../audit/index.ts';
import { formatRupiah } from '@pid/contract';
import { lockForReview } from '../relying-parties/index.ts';
import type { EndDeps } from './end-settlement.ts';
import { personOf } from './persons.ts';
import { readLines, settlementId, type FileLine } from './read-lines.ts';
import { sealNumber, settlementColumn } from './sealed-numbers.ts';
import type { SettlementDeps } from './settlement-deps.ts';
import { postLeft } from './settlements.store.ts';

type RecoverDeps = Omit<EndDeps, 'mode'> & Pick<SettlementDeps, 'fee' | 'book'>;

interface Recovery {
  /** Lines in the columns of `pid settlements export`. */
  readonly chunks: AsyncIterable<string>;
  /** The provider that transferred them; null if people did. */
  readonly provider: string | null;
  readonly actor: string;
}

export interface RecoveredLine {
  readonly line: number;
  readonly id: string;
  /** `taken`: it was missing. `sent`: it was only requested. `unchanged`: the books know that it left. */
  readonly result: 'taken' | 'sent' | 'unchanged' | 'refused';
  /** Why it was refused. */
  readonly why?: string;
}

const columns = ['settlement', 'amount', 'bankcode', 'accountnumber', 'holdername', 'clientid'] as const;

/**
 * After a restore: records settlements that left since, so that they do not leave again. Each line commits before it is
 * yielded, and recording one twice changes nothing. Null if the file has other columns.
 */
export async function recoverSettlements(
  deps: RecoverDeps,
  { chunks, provider, actor }: Recovery,
): Promise<AsyncIterable<RecoveredLine> | null> {
  const lines = await readLines(chunks, columns);
  return lines && recoverLines(deps, lines, provider, actor);
}

async function* recoverLines(
  deps: RecoverDeps,
  lines: AsyncIterable<FileLine>,
  provider: string | null,
  actor: string,
): AsyncGenerator<RecoveredLine> {
  for await (const each of lines) {
    const left = read(each);
    yield {
      line: each.line,
      id: each.field('settlement'),
      ...(typeof left === 'string' ? refused(left) : await recover(deps, left, provider, actor)),
    };
  }
}

interface Transfer {
  readonly id: string;
  readonly clientId: string;
  readonly amount: bigint;
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly holderName: string;
}

/** Returns the transfer, or what is wrong with the line. */
function read({ field }: FileLine): Transfer | string {
  const id = settlementId(field('settlement'));
  if (id === null) return 'settlement must be its id';
  if (!/^[1-9]\d{0,14}$/.test(field('amount'))) return 'amount must be whole rupiah, digits only';
  // As text of a spreadsheet ("=""0123"""), or plain.
  const accountNumber = /^(?:="(\d{5,20})"|(\d{5,20}))$/.exec(field('accountnumber'))?.slice(1).join('');
  if (!accountNumber) return 'accountNumber must be 5-20 digits';
  if (!/^[A-Z0-9_]{2,32}$/.test(field('bankcode'))) return 'bankCode must be the code of a bank';
  if (field('holdername') === '') return 'holderName is missing';
  return {
    id,
    clientId: field('clientid'),
    amount: BigInt(field('amount')),
    bankCode: field('bankcode'),
    accountNumber,
    holderName: field('holdername').slice(0, 100),
  };
}

function recover(
  deps: RecoverDeps,
  { accountNumber, ...left }: Transfer,
  provider: string | null,
  actor: string,
): Promise<Pick<RecoveredLine, 'result' | 'why'>> {
  const { id, clientId, amount } = left;
  return deps.db.transaction(async (tx) => {
    const app = await lockForReview(tx, clientId);
    if (!app) return refused('no such app');
    const { outcome, before, available } = await postLeft(tx, {
      ...left,
      ...sealNumber(deps.sealer, settlementColumn, id, accountNumber),
      escrow: await deps.book.ofApp(clientId, tx),
      fee: deps.fee,
      last4: accountNumber.slice(-4),
      by: personOf(actor),
      provider,
    });
    switch (outcome) {
      case 'known':
        return before === 'cancelled'
          ? refused('the books say that it was cancelled')
          : { result: 'unchanged' };
      case 'other_terms':
        return refused('the books have another app or amount for it');
      case 'app_closed':
        return refused('the account of the app is closed');
      case 'insufficient':
        return refused(
          `the app has ${formatRupiah(available!)} of income, and ${formatRupiah(amount + deps.fee)} left with the fee`,
        );
      default:
    }
    await recordAudit(tx, {
      at: deps.clock.now(),
      identityId: app.ownerId,
      actor,
      action: 'settlement.sent',
      target: id,
      details: {
        app: clientId,
        amount: Number(amount),
        recovered: true,
        ...(provider === null ? {} : { provider }),
      },
      origin: null,
    });
    return { result: outcome };
  });
}

function refused(why: string): Pick<RecoveredLine, 'result' | 'why'> {
  return { result: 'refused', why };
}
