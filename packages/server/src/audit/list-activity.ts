import type { Goods } from '@pid/contract/name-goods';
import type { Input, MoneyAction } from '@pid/contract';
import type { Queryable } from '../platform/db/index.ts';
import { cursorForms, decodeCursor, encodeCursor } from '../platform/http/index.ts';
import { listAuditEvents } from './audit.store.ts';
import { nameApps } from './name-apps.ts';

/** One entry of a player's statement. */
export interface MoneyMove {
  readonly version: bigint;
  readonly id: string;
  readonly type: string;
  readonly amount: bigint;
  readonly counterparty?: string;
  readonly fee?: bigint;
  readonly appName?: string;
  /** The payment that the entry belongs to, and its current state. */
  readonly payment?: string;
  readonly paymentStatus?: string;
  readonly returned?: bigint;
  readonly refunded?: bigint;
  /** The allowance that paid it. */
  readonly allowance?: string;
  /** Note of a send, or description of the payment. */
  readonly note?: string;
  /** The item of the payment, if it names one. */
  readonly item?: Goods;
  readonly createdAt: string;
}

export interface ActivityDeps {
  readonly db: Queryable;
  /**
   * Reads the ledger, newest first. Outgoing money is read from the books and is not stored a second time.
   */
  listMoves(db: Queryable, identityId: string, range: { upTo?: bigint }, limit: number): Promise<MoneyMove[]>;
}

type Activity = Awaited<ReturnType<typeof listAuditEvents>>[number];

/**
 * Limits how many statement entries one page reads to find outgoing money: first some per item, then more
 * only if these are not enough.
 */
const movesPerItem = 10;
const movesMax = 500;
/** Marks a list that has no more entries. */
const ended = '0';

/** The positions reached in events and moves; null starts at the newest. */
type Reached = readonly [event: string | null, move: string | null];

/**
 * Lists the audit events of an identity and the money that left it, newest first. The two lists are ordered
 * separately, and the cursor holds the position in each.
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
  const named = await nameApps(deps.db, events);
  const lines: { item: Activity | null; at: string; event?: string; move?: string }[] = [
    ...named.map((item) => ({ item, at: item.at, event: item.id })),
    ...moves.map((move) => ({
      item: moneyOut(move, pid),
      at: move.createdAt,
      move: String(move.version),
    })),
  ];
  // ISO dates sort as text. The sort is stable, so each list keeps its order.
  lines.sort((left, right) => (left.at < right.at ? 1 : left.at > right.at ? -1 : 0));
  const items: Activity[] = [];
  let [eventsRead, movesRead] = [beforeId, beforeMove];
  let [eventsLeft, movesLeft] = [events.length, moves.length];
  for (const { item, event, move } of lines) {
    // An unread move after the last one that was read may be newer than the next event.
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

/** Higher than every id. */
const FIRST = '999999999999999999';

const actions: Readonly<Record<string, MoneyAction>> = {
  send: 'money.sent',
  deposit: 'money.deposited',
  activation: 'money.activation_paid',
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
    details: { amount: Number(-move.amount), ...detailsOf(move) },
    address: null,
    userAgent: null,
  };
}

/** Names the app, because its client_id means nothing to players. A payment has the state that it has now. */
function detailsOf(move: MoneyMove): Activity['details'] {
  const app = move.appName === undefined || move.type === 'send' ? {} : { app: move.appName };
  if (move.payment === undefined) return app;
  return {
    ...app,
    payment: move.payment,
    item: move.note ?? '',
    ...(move.item ? { goods: move.item } : {}),
    fee: Number(move.fee ?? 0n),
    status: move.paymentStatus ?? '',
    returned: Number(move.returned ?? 0n),
    refunded: Number(move.refunded ?? 0n),
    ...(move.allowance === undefined ? {} : { allowance: move.allowance }),
  };
}
