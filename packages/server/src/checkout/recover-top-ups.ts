import type { NoticeSubject, PaymentProvider } from './payment-provider.ts';
import type { SettlementFile } from './read-settlement-file.ts';
import { findForgotten, recoverTopUp, type Forgotten, type RecoverDeps } from './recover-top-up.ts';
import { findTopUpOf, listNotices, totalOf } from './topups.store.ts';

export interface RecoverOrder {
  readonly since: Date;
  /** The provider's settlement file, for charges whose notices did not arrive. */
  readonly file: SettlementFile | null;
  readonly actor: string;
  /** The reason for the audit log. */
  readonly reason: string | null;
  /** Throws unless the found charges are to be booked. */
  agree(found: readonly Recovered[]): Promise<void>;
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
}

/**
 * Finds charges since a moment that the provider has but our books have lost, and books them after
 * confirmation.
 */
export async function recoverTopUps(
  deps: RecoverDeps & { readonly provider: PaymentProvider },
  order: RecoverOrder,
): Promise<Recovery> {
  const forgotten: Forgotten[] = [];
  const unfindable: string[] = [];
  for (const subject of await unknownOrders(deps, order)) {
    const found = await findForgotten(deps, subject);
    if (found) forgotten.push(found);
    else if (deps.provider.knowsSessionsOnly && subject.sessionId === null) unfindable.push(subject.orderId!);
  }
  const listed = forgotten.map((found) => describe(found, found.state.kind));
  if (listed.length === 0) return { recovered: [], unfindable };
  await order.agree(listed);
  const recovered: Recovered[] = [];
  for (const found of forgotten) {
    const topUp = await recoverTopUp(deps, found, order);
    recovered.push(describe(found, topUp.status));
  }
  return { recovered, unfindable };
}

function describe({ orderId, marked }: Forgotten, state: string): Recovered {
  return { orderId, topUpId: marked.id, identityId: marked.identityId, rupiah: totalOf(marked), state };
}

/** Lists each unknown order once, from the received notices and the lines of the file. */
async function unknownOrders(
  { db, provider }: RecoverDeps & { readonly provider: PaymentProvider },
  { since, file }: RecoverOrder,
): Promise<NoticeSubject[]> {
  const heard = (await listNotices(db, provider.id, since)).map((body) => provider.readSubject(body));
  const listed = (file?.provider === provider.id ? file.lines : []).map(({ orderId }) => ({
    orderId,
    paymentRequestId: null,
    sessionId: null,
    mark: null,
  }));
  const byOrder = new Map<string, NoticeSubject>();
  for (const subject of [...heard, ...listed])
    if (subject?.orderId && !byOrder.has(subject.orderId)) byOrder.set(subject.orderId, subject);
  const unknown: NoticeSubject[] = [];
  for (const subject of byOrder.values())
    if ((await findTopUpOf(db, provider.id, subject)) === null) unknown.push(subject);
  return unknown;
}
