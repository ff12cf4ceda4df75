import type { NoticeSubject, PaymentProvider } from './payment-provider.ts';
import type { SettledLine, SettlementFile, UnreadLine } from './read-settlement-file.ts';
import { findForgotten, recoverTopUp, type Forgotten, type RecoverDeps } from './recover-top-up.ts';
import { listKnownOrders } from './settlement.store.ts';
import { listNotices, totalOf } from './topups.store.ts';

export interface RecoverOrder {
  readonly since: Date;
  /** The provider's settlement file, for charges whose notices did not arrive. */
  readonly file: SettlementFile | null;
  readonly actor: string;
  /** The reason for the audit log. */
  readonly reason: string | null;
  /** Throws unless the found charges are to be booked. */
  agree(found: readonly Recovered[]): Promise<void>;
  /** Notices that are read together. */
  readonly batchRows: number;
  /** Called before each request to the provider and each booking; throws to stop there. */
  onStep(step: 'asked' | 'booked', done: number, total: number): void;
}

export interface Recovered {
  readonly orderId: string;
  readonly topUpId: string;
  readonly identityId: string;
  readonly rupiah: bigint;
  /** The state at the provider; after booking, the status of the top-up. */
  readonly state: string;
}

export interface Recovery {
  readonly recovered: readonly Recovered[];
  /**
   * Orders in the file that are not in the books and that this provider cannot find by order id; only their
   * notice contains the session id.
   */
  readonly unfindable: readonly string[];
  /** Lines whose order is neither in the books nor carries our mark at the provider: nobody knows its payer. */
  readonly unmarked: readonly SettledLine[];
  readonly unread: readonly UnreadLine[];
}

interface UnknownOrder {
  readonly subject: NoticeSubject;
  /** Its first line in the file; null if it is known only from a notice. */
  readonly line: SettledLine | null;
}

/**
 * Finds charges since a moment that the provider has but our books have lost, and books them after
 * confirmation.
 */
export async function recoverTopUps(
  deps: RecoverDeps & { readonly provider: PaymentProvider },
  order: RecoverOrder,
): Promise<Recovery> {
  const unread: UnreadLine[] = [];
  const forgotten: Forgotten[] = [];
  const unfindable: string[] = [];
  const unmarked: SettledLine[] = [];
  const unknown = await unknownOrders(deps, order, unread);
  for (const [index, { subject, line }] of unknown.entries()) {
    order.onStep('asked', index, unknown.length);
    const found = await findForgotten(deps, subject);
    if (found) forgotten.push(found);
    else if (deps.provider.knowsSessionsOnly && subject.sessionId === null) unfindable.push(subject.orderId!);
    else if (line !== null) unmarked.push(line);
  }
  const listed = forgotten.map((found) => describe(found, found.state.kind));
  if (listed.length > 0) await order.agree(listed);
  const recovered: Recovered[] = [];
  for (const [index, found] of forgotten.entries()) {
    order.onStep('booked', index, forgotten.length);
    const topUp = await recoverTopUp(deps, found, order);
    recovered.push(describe(found, topUp.status));
  }
  return { recovered, unfindable, unmarked, unread };
}

function describe({ orderId, marked }: Forgotten, state: string): Recovered {
  return { orderId, topUpId: marked.id, identityId: marked.identityId, rupiah: totalOf(marked), state };
}

/** Lists each unknown order once, from the received notices and the lines of the file. */
async function unknownOrders(
  { db, provider }: RecoverDeps & { readonly provider: PaymentProvider },
  { since, file, batchRows }: RecoverOrder,
  unread: UnreadLine[],
): Promise<UnknownOrder[]> {
  const unknown = new Map<string, UnknownOrder>();
  const addUnknown = async (orders: readonly (UnknownOrder & { readonly orderId: string })[]) => {
    const known = new Set(
      await listKnownOrders(
        db,
        provider.id,
        orders.map(({ orderId }) => orderId),
      ),
    );
    for (const { orderId, subject, line } of orders) {
      if (known.has(orderId)) continue;
      const before = unknown.get(orderId);
      unknown.set(orderId, { subject: before?.subject ?? subject, line: before?.line ?? line });
    }
  };
  for (let afterId = 0n; ;) {
    const notices = await listNotices(db, { provider: provider.id, since, afterId, limit: batchRows });
    const subjects = notices.map(({ body }) => provider.readSubject(JSON.parse(body) as unknown));
    await addUnknown(
      subjects.flatMap((subject) =>
        subject?.orderId ? [{ orderId: subject.orderId, subject, line: null }] : [],
      ),
    );
    if (notices.length < batchRows) break;
    afterId = notices.at(-1)!.id;
  }
  for await (const batch of file?.batches ?? []) {
    const lines: SettledLine[] = [];
    for (const read of batch)
      if ('reason' in read) unread.push(read);
      else lines.push(read);
    await addUnknown(
      lines.map((line) => {
        const { orderId } = line;
        return { orderId, subject: { orderId, paymentRequestId: null, sessionId: null, mark: null }, line };
      }),
    );
  }
  return [...unknown.values()];
}
