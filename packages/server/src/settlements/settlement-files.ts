import { recordAudit } from '../audit/index.ts';
import { csvHead, csvLine, digitsAsText } from '../platform/csv.ts';
import { ServiceError } from '../platform/errors/index.ts';
import { markSettlementFailed, markSettlementPaid, type EndDeps } from './end-settlement.ts';
import { personOf } from './persons.ts';
import { readLines, settlementId, type FileLine } from './read-lines.ts';
import { openNumber, settlementColumn } from './sealed-numbers.ts';
import { refuseUnlessManual, sendAndAudit } from './mark-settlement-sent.ts';
import { findSettlement, settlementsOfExport, type Settlement } from './settlements.store.ts';

const exportMax = 10_000;
const columns = [
  'settlement',
  'amount',
  'bankCode',
  'accountNumber',
  'holderName',
  'clientId',
  'requestedAt',
] as const;

/**
 * Marks all requested settlements as sent and returns them as CSV for the bank. They are committed as sent when
 * this returns, so the file may be lost, but no settlement is in two files: `again` repeats the file of an
 * export, without the settlements whose account number is `lost`. Account numbers are text for a spreadsheet, which would drop leading zeros; `plain` writes digits only.
 */
export async function exportSettlements(
  deps: EndDeps,
  { exportId, actor, again, plain }: Export,
): Promise<{ csv: string; count: number; total: bigint; lost: number }> {
  refuseUnlessManual(deps);
  const settlements = again
    ? await settlementsOfExport(deps.db, exportId)
    : await deps.db.transaction((tx) =>
        sendAndAudit(
          tx,
          { ids: null, limit: exportMax, by: personOf(actor), provider: null, exportId },
          { actor, origin: null },
          deps.clock.now(),
        ),
      );
  // A settlement that has already ended is not transferred again.
  const sent = settlements.filter(({ status }) => status === 'sent');
  // `pid keys reset-master` erases numbers: without one, no bank can transfer it.
  const open = sent.filter(({ number }) => number.length > 0);
  const total = open.reduce((sum, { amount }) => sum + amount, 0n);
  if (again)
    await recordAudit(deps.db, {
      at: deps.clock.now(),
      identityId: null,
      actor,
      action: 'settlement.exported_again',
      target: exportId,
      details: { count: open.length, amount: Number(total) },
      origin: null,
    });
  return {
    csv: csvHead(columns) + open.map((each) => line(deps, each, plain)).join(''),
    count: open.length,
    total,
    lost: sent.length - open.length,
  };
}

interface Export {
  readonly exportId: string;
  readonly actor: string;
  readonly again: boolean;
  readonly plain: boolean;
}

function line({ sealer }: EndDeps, settlement: Settlement, plain: boolean): string {
  const number = openNumber(sealer, settlementColumn, settlement.id, settlement);
  return csvLine([
    settlement.id,
    settlement.amount,
    settlement.bankCode,
    plain ? number : digitsAsText(number),
    settlement.holderName,
    settlement.clientId,
    settlement.requestedAt.toISOString(),
  ]);
}

export interface ImportedLine {
  readonly line: number;
  readonly id: string;
  readonly result: 'paid' | 'failed' | 'unchanged' | 'refused';
  /** Why it was refused. */
  readonly why?: string;
}

/**
 * The lines of a file with results: `settlement`, `status` (paid or failed), `reference` and, if wanted, `reason`. Each
 * line commits before it is yielded. Null if the file has other columns.
 */
export async function importSettlements(
  deps: EndDeps,
  { chunks, actor }: { readonly chunks: AsyncIterable<string>; readonly actor: string },
): Promise<AsyncIterable<ImportedLine> | null> {
  const lines = await readLines(chunks, ['settlement', 'status', 'reference']);
  return lines && importLines(deps, lines, actor);
}

async function* importLines(
  deps: EndDeps,
  lines: AsyncIterable<FileLine>,
  actor: string,
): AsyncGenerator<ImportedLine> {
  for await (const { line: number, field } of lines) {
    const [id, status, reference, reason] = [
      field('settlement'),
      field('status'),
      field('reference'),
      field('reason'),
    ];
    yield {
      line: number,
      id,
      ...(await importLine(deps, { id, status, reference, reason, actor })),
    };
  }
}

/** By the rules of a decision by hand. A line that was imported before changes nothing. */
async function importLine(
  deps: EndDeps,
  given: { id: string; status: string; reference: string; reason: string; actor: string },
): Promise<Pick<ImportedLine, 'result' | 'why'>> {
  const { id, status, reference, actor } = given;
  if (settlementId(id) === null) return refused('settlement must be its id');
  if (status !== 'paid' && status !== 'failed') return refused('status must be paid or failed');
  if (!/^[\x20-\x7e]{1,100}$/.test(reference)) return refused('reference must be 1-100 ASCII characters');
  const before = await findSettlement(deps.db, id);
  const known = status === 'paid' ? before?.paidReference : before?.endedReference;
  if (before && known === reference) return { result: 'unchanged' };
  const mark = status === 'paid' ? markSettlementPaid : markSettlementFailed;
  try {
    await mark(deps, { id, reference, reason: given.reason || null, actor, origin: null });
    return { result: status };
  } catch (error) {
    if (error instanceof ServiceError) return refused([error.publicMessage].flat().join('; '));
    throw error;
  }
}

function refused(why: string): Pick<ImportedLine, 'result' | 'why'> {
  return { result: 'refused', why };
}
