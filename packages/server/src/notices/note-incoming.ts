import type { MoneyMove } from '../audit/index.ts';
import { dayMillis } from '../platform/config/index.ts';
import type { Database, Queryable } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { IncomingNotice } from './notice-types.ts';
import { insertQuietly, toldUpTo, writeTold } from './told-money.store.ts';

/** What a notice of incoming money needs of the ledger, which gives notice itself and so cannot be imported here. */
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

/** Whoever was away for long is not told of everything at once; the statement has it. */
const movesMax = 200;
const daysMax = 14;

/**
 * Makes notices of the money that came in since the owner last looked. They are made when somebody looks and not when the money moves:
 * a posting stays as cheap as it is, and no mail goes out for them. Of several looks at once one tells.
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

function noticeOf({ id, type, amount, counterparty }: MoneyMove): IncomingNotice | null {
  if (amount <= 0n) return null;
  const rupiah = Number(amount);
  if (type === 'topup') return { type: 'money.topped_up', data: { id, amount: rupiah } };
  if (counterparty === undefined) return null;
  if (type === 'receive' || type === 'payment')
    return { type: 'money.received', data: { id, from: counterparty, amount: rupiah } };
  if (type === 'refund' || type === 'hold_return')
    return { type: 'money.returned', data: { id, from: counterparty, amount: rupiah } };
  // What somebody pays out of an own app they have seen to themselves.
  return null;
}
