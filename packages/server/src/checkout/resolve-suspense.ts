import type { Input } from '@pid/contract';
import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import {
  findSuspenseItem,
  listSuspenseItems,
  markRefundAccepted,
  markRefundAsked,
  newPostingId,
  postSuspenseCredit,
  type AccountBook,
  type SuspenseItem,
} from '../ledger/index.ts';
import { impossible, refuse } from '../platform/errors/index.ts';
import type { Queryable, Tx } from '../platform/db/index.ts';
import { cursorForms, decodeCursor, pageOf } from '../platform/http/index.ts';
import { confirmTopUp, type ConfirmDeps } from './confirm-top-up.ts';
import { ProviderError, type ChargeSession, type PaidState } from './payment-provider.ts';
import { findTopUp, listSessions, type TopUp } from './topups.store.ts';

export interface ResolveDeps extends ConfirmDeps {
  readonly book: AccountBook;
}

export interface ResolveInput {
  readonly id: string;
  readonly reason: string;
  readonly actor: string;
  readonly origin: AuditOrigin | null;
}

/** Returns one page, newest first. */
export async function listSuspense(db: Queryable, query: Input<'listSuspense'>) {
  const { state = null, limit = 50 } = query;
  const cursor = decodeCursor(query.cursor, [cursorForms.dateTime, cursorForms.uuid]);
  const before = cursor ? { since: cursor[0]!, id: cursor[1]! } : null;
  const rows = await listSuspenseItems(db, { state, before, limit: limit + 1 });
  const { items, nextCursor } = pageOf(rows, limit, (item) => [item.since.toISOString(), item.id]);
  return { items: items.map(describeSuspense), nextCursor };
}

export function describeSuspense(item: SuspenseItem) {
  return {
    id: item.id,
    source: item.source,
    amount: item.amount,
    reason: item.reason,
    since: item.since.toISOString(),
    state: item.state,
    returned: item.returned,
    topUpId: item.source === 'topup' || item.source === 'app_fee' ? item.reference : null,
    provider: item.provider,
    paymentId: item.paymentId,
    holder: item.holder,
    refundAskedAt: item.refundAskedAt?.toISOString() ?? null,
    resolvedAt: item.resolvedAt?.toISOString() ?? null,
    resolvedBy: item.resolvedBy,
    creditedTo: item.creditedTo,
  };
}

/** Credits a suspense item to a player, for example to the payer's new identity. */
export async function creditSuspense(
  deps: ResolveDeps,
  input: ResolveInput & { readonly pid: string },
): Promise<SuspenseItem> {
  const accountId = await deps.book.ofPid(input.pid);
  if (accountId === null) throw refuse('receiver_not_found');
  if (input.pid === input.actor) throw refuse('own_money');
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const item = await findSuspenseItem(tx, input.id);
    if (!item) throw refuse('suspense_not_found');
    const outcome = await postSuspenseCredit(
      tx,
      {
        postingId: newPostingId(deps.clock, deps.ids),
        itemId: item.id,
        accountId,
        actor: input.actor,
        note: input.reason,
        balanceMax: deps.balanceMax,
      },
      now,
    );
    if (outcome === 'resolved' || outcome === 'refund_asked') throw refuse('suspense_resolved');
    if (outcome === 'payee_closed') throw refuse('receiver_not_found');
    if (outcome === 'payee_full') throw refuse('receiver_full');
    await auditItem(tx, item, 'suspense.credited', now, input, { pid: input.pid });
    return (await findSuspenseItem(tx, input.id))!;
  });
}

/**
 * Requests a refund from the provider. The refund is booked when the provider confirms it: immediately, or
 * when the reconciliation or a notice finds it. A repeated call requests the same refund.
 */
export async function refundSuspense(deps: ResolveDeps, input: ResolveInput): Promise<SuspenseItem> {
  const item = await findSuspenseItem(deps.db, input.id);
  if (!item) throw refuse('suspense_not_found');
  if (item.state !== 'open') throw refuse('suspense_resolved');
  const topUp = item.reference === null ? null : await findTopUp(deps.db, item.reference);
  if (item.source !== 'topup' || !topUp || deps.provider?.id !== item.provider)
    throw refuse('suspense_not_refundable');
  try {
    const { session, state } = await findCharge(deps, topUp, item);
    await ask(deps, item, input);
    const accepted = await deps.provider.refund(session, state, {
      key: item.id,
      amount: item.amount - item.returned,
      reason: input.reason,
    });
    if (!accepted) {
      await markRefundAsked(deps.db, item.id, false, deps.clock.now());
      throw refuse('refund_refused');
    }
    await markRefundAccepted(deps.db, item.id, deps.clock.now());
    await confirmTopUp(deps, topUp);
  } catch (error) {
    throw error instanceof ProviderError ? refuse('payment_provider_unavailable').because(error) : error;
  }
  return (await findSuspenseItem(deps.db, input.id)) ?? impossible(`item ${input.id} is gone`);
}

/** Recorded before the provider is called. */
async function ask(deps: ResolveDeps, item: SuspenseItem, input: ResolveInput): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    if (!(await markRefundAsked(tx, item.id, true, now))) throw refuse('suspense_resolved');
    await auditItem(tx, item, 'suspense.refund_asked', now, input, {});
  });
}

async function findCharge(
  deps: ResolveDeps,
  topUp: TopUp,
  item: SuspenseItem,
): Promise<{ session: ChargeSession; state: PaidState }> {
  for (const session of await listSessions(deps.db, topUp.id)) {
    const state = await deps.provider?.status(session);
    if (state?.kind === 'paid' && state.chargeId === item.paymentId) return { session, state };
  }
  throw refuse('suspense_not_refundable');
}

async function auditItem(
  tx: Tx,
  item: SuspenseItem,
  action: string,
  at: Date,
  { actor, origin, reason }: ResolveInput,
  details: Record<string, unknown>,
): Promise<void> {
  await recordAudit(tx, {
    at,
    identityId: null,
    actor,
    action,
    target: item.id,
    details: { ...details, reason, amount: String(item.amount - item.returned) },
    origin,
  });
}
