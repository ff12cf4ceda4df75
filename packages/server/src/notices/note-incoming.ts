import type { MoneyMove } from '../audit/index.ts';
import { dayMillis } from '../platform/config/index.ts';
import type { Database, Queryable } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { IncomingNotice } from './notice-types.ts';
import { insertQuietly, toldUpTo, writeTold } from './told-money.store.ts';

/**
 * The functions of the ledger that this slice needs. The ledger itself sends notices, so importing it here
 * would be circular.
 */
interface MoneyMoves {
  lastMove(db: Queryable, identityId: string): Promise<bigint>;
  /** Newest first. */
  listMoves(
    db: Queryable,
    identityId: string,
    range: { above: bigint; upTo: bigint },
    limit: number,
  ): Promise<MoneyMove[]>;
}

export interface IncomingDeps extends Needs<'clock'> {
  readonly db: Database;
  readonly money: MoneyMoves;
}

/** After a long absence, only recent entries become notices; the statement lists all of them. */
const movesMax = 200;
const daysMax = 14;

/**
 * Creates notices for money that has arrived since the owner last read notices. They are created on reading
 * and not on posting, so that postings stay cheap; they cause no mail. Of several concurrent reads, one
 * creates them.
 */
export async function noteIncoming(deps: IncomingDeps, identityId: string): Promise<void> {
  const last = await deps.money.lastMove(deps.db, identityId);
  if (last <= (await toldUpTo(deps.db, identityId, 'as it is'))) return;
  await deps.db.transaction(async (tx) => {
    const told = await toldUpTo(tx, identityId, 'locked');
    const upTo = await deps.money.lastMove(tx, identityId);
    if (upTo <= told) return;
    const moves = await deps.money.listMoves(tx, identityId, { above: told, upTo }, movesMax);
    const oldest = deps.clock.nowMillis() - daysMax * dayMillis;
    for (const move of moves.toReversed()) {
      const notice = noticeOf(move);
      if (notice && Date.parse(move.createdAt) >= oldest)
        await insertQuietly(tx, { ...notice, identityId, at: move.createdAt });
    }
    await writeTold(tx, identityId, upTo);
  });
}

function noticeOf({ id, type, amount, counterparty, payment }: MoneyMove): IncomingNotice | null {
  if (amount <= 0n) return null;
  const rupiah = Number(amount);
  if (type === 'topup') return { type: 'money.topped_up', data: { id, amount: rupiah } };
  if (counterparty === undefined) return null;
  // The other facts of a payment are read with the notice, because they change and are erased.
  const data = { id, from: counterparty, amount: rupiah, ...(payment === undefined ? {} : { payment }) };
  if (type === 'receive' || type === 'payment') return { type: 'money.received', data };
  if (type === 'refund' || type === 'hold_return') return { type: 'money.returned', data };
  // The owner made a payout themselves and needs no notice.
  return null;
}
