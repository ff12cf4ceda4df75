import type { Input } from '@pid/contract';
import type { Queryable } from '../platform/db/index.ts';
import { cursorForms, decodeCursor, encodeCursor } from '../platform/http/index.ts';
import { listAuditEvents } from './audit.store.ts';

/** One line of a player's statement, as far as those need it who tell of it. */
export interface MoneyMove {
  readonly version: bigint;
  readonly id: string;
  readonly type: string;
  readonly amount: bigint;
  readonly counterparty?: string;
  readonly createdAt: string;
}

export interface ActivityDeps {
  readonly db: Queryable;
  /** The ledger's, newest first: what went out is read from the books and not written down a second time. */
  listMoves(db: Queryable, identityId: string, range: { upTo?: bigint }, limit: number): Promise<MoneyMove[]>;
}

type Activity = Awaited<ReturnType<typeof listAuditEvents>>[number];

/** How many lines of a statement one page looks through for what went out: first some for each item, and only when these are not enough more. */
const movesPerItem = 10;
const movesMax = 500;
/** The end of one of the two: nothing of it is left. */
const ended = '0';

/** How far events and moves were read; null: from the newest on. */
type Reached = readonly [event: string | null, move: string | null];

/**
 * What was done with an identity and the money that left it, newest first. Both have an order of their own, and the cursor says how far
 * each was read.
 */
export async function listActivity(
  deps: ActivityDeps,
  who: { identityId: string; pid: string },
  { limit = 50, cursor }: Input<'listActivity'>,
) {
  const [event = null, move = null] = decodeCursor(cursor, [cursorForms.number, cursorForms.number]) ?? [];
  const movesFirst = Math.min(limit * movesPerItem, movesMax);
  const first = await readFrom(deps, who, [event, move], { limit, moves: movesFirst });
  const missing = limit - first.items.length;
  if (first.reached === null) return { items: first.items, nextCursor: null };
  if (missing === 0 || movesFirst === movesMax)
    return { items: first.items, nextCursor: encodeCursor(first.reached) };
  const rest = { limit: missing, moves: movesMax - movesFirst };
  const { items, reached } = await readFrom(deps, who, first.reached, rest);
  return { items: [...first.items, ...items], nextCursor: reached && encodeCursor(reached) };
}

async function readFrom(
  deps: ActivityDeps,
  { identityId, pid }: { identityId: string; pid: string },
  [beforeId, beforeMove]: Reached,
  { limit, moves: movesMost }: { limit: number; moves: number },
): Promise<{ items: Activity[]; reached: readonly [string, string] | null }> {
  const upTo = beforeMove === null ? {} : { upTo: BigInt(beforeMove) - 1n };
  const [events, moves] = await Promise.all([
    beforeId === ended ? [] : listAuditEvents(deps.db, { identityId }, beforeId, limit + 1),
    beforeMove === ended ? [] : deps.listMoves(deps.db, identityId, upTo, movesMost),
  ]);
  const lines: { item: Activity | null; at: string; event?: string; move?: string }[] = [
    ...events.map((item) => ({ item, at: item.at, event: item.id })),
    ...moves.map((move) => ({
      item: moneyOut(move, pid),
      at: move.createdAt,
      move: String(move.version),
    })),
  ];
  // ISO moments sort as text; sorting keeps the order of equals, so that each of the two stays in its own.
  lines.sort((left, right) => (left.at < right.at ? 1 : left.at > right.at ? -1 : 0));
  const items: Activity[] = [];
  let [eventsRead, movesRead] = [beforeId, beforeMove];
  let [eventsLeft, movesLeft] = [events.length, moves.length];
  for (const { item, event, move } of lines) {
    // Behind the last move that was read there may be one that comes before the next event.
    if (items.length === limit || (movesLeft === 0 && moves.length === movesMost)) break;
    if (item) items.push(item);
    if (event !== undefined) [eventsRead, eventsLeft] = [event, eventsLeft - 1];
    if (move !== undefined) [movesRead, movesLeft] = [move, movesLeft - 1];
  }
  const eventsEnd = eventsLeft === 0 && events.length <= limit ? ended : (eventsRead ?? FIRST);
  const movesEnd = movesLeft === 0 && moves.length < movesMost ? ended : (movesRead ?? FIRST);
  const isOver = eventsEnd === ended && movesEnd === ended;
  return { items, reached: isOver ? null : [eventsEnd, movesEnd] };
}

/** Before everything there is. */
const FIRST = '999999999999999999';

const actions: Readonly<Record<string, string>> = {
  send: 'money.sent',
  payment: 'payment.paid',
  hold: 'payment.held',
};

function moneyOut(move: MoneyMove, pid: string): Activity | null {
  const action = actions[move.type];
  if (move.amount >= 0n || action === undefined) return null;
  return {
    id: move.id,
    at: move.createdAt,
    actor: pid,
    action,
    target: move.counterparty ?? null,
    details: { amount: Number(-move.amount) },
    address: null,
    userAgent: null,
  };
}
