import type { MoneyMove } from '../audit/index.ts';
import { dayMillis } from '../platform/config/index.ts';
import { notify, type Database, type Queryable } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';
import { insertIncomingMail } from './choices.store.ts';
import type { IncomingNotice } from './notice-types.ts';
import { insertPushes } from './push/pushes.store.ts';
import { insertIncoming, toldUpTo, writeTold } from './told-money.store.ts';

/**
 * The functions of the ledger that this slice needs. The ledger itself sends notices, so importing it here
 * would be circular.
 */
interface MoneyMoves {
  /** The players whose balances have moved since a time. */
  listMovers(db: Queryable, since: Date): Promise<string[]>;
  listLastMoves(db: Queryable, identityIds: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
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

/** Older money becomes a notice, but no notification and no mail. */
const newsMillis = dayMillis;

/**
 * Creates notices for money that has arrived since this was last done. They are created when the owner reads notices,
 * or by a job if the owner wants to be told of them, and not on posting, so that postings stay cheap. Of several
 * concurrent calls, one creates them.
 */
export async function noteIncoming(deps: IncomingDeps, identityId: string): Promise<void> {
  const last = await deps.money.lastMove(deps.db, identityId);
  if (last <= (await toldUpTo(deps.db, identityId, 'as it is'))) return;
  await deps.db.transaction(async (tx) => {
    const told = await toldUpTo(tx, identityId, 'locked');
    const upTo = await deps.money.lastMove(tx, identityId);
    if (upTo <= told) return;
    const moves = await deps.money.listMoves(tx, identityId, { above: told, upTo }, movesMax);
    const now = deps.clock.now();
    const oldest = now.getTime() - daysMax * dayMillis;
    let isNews = false;
    for (const move of moves.toReversed()) {
      const notice = noticeOf(move);
      const at = move.createdAt;
      if (!notice || Date.parse(at) < oldest) continue;
      const id = await insertIncoming(tx, { ...notice, identityId, at });
      if (Date.parse(at) < now.getTime() - newsMillis) continue;
      await insertPushes(tx, { id, identityId, at, now });
      await insertIncomingMail(tx, { ...notice, id, identityId, at, now });
      isNews = true;
    }
    await writeTold(tx, identityId, upTo);
    // Like `tell_owner`: a node sends them immediately.
    if (isNews) await notify(tx, 'notice', identityId);
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
