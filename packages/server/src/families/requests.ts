import { recordAudit } from '../audit/index.ts';
import { findFamily, lockAccounts, whyFamilyForbidsPayment } from '../ledger/index.ts';
import { notifyOwner } from '../notices/index.ts';
import { isVisibleTo, type Payment } from '../payments/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { impossible, refuse } from '../platform/errors/index.ts';
import { momentOf, type Author, type FamilyDeps, type Person } from './family-deps.ts';
import { describeRequest } from './get-family.ts';
import { isParentOf, listParents } from './links.store.ts';
import {
  decideRequest,
  findRequest,
  findRequestFor,
  insertRequest,
  listOpenRequests,
} from './requests.store.ts';

export interface RequestDeps extends FamilyDeps {
  findPayment(db: Queryable, id: string): Promise<Payment | null>;
  /** Whether this player owns the app. */
  isOwnApp(clientId: string, identityId: string): Promise<boolean>;
  /** What the player would pay now, fees included. */
  totalFor(payment: Payment, identityId: string): Promise<bigint>;
}

/** More would be a way to flood the parents. */
const openMax = 20;

/** Asks the parents of a child to allow a payment that the rules do not allow. */
export async function askParent(deps: RequestDeps, child: Person, paymentId: string, author: Author) {
  const payment = await deps.findPayment(deps.db, paymentId);
  if (!payment || !isVisibleTo(payment, child.id)) throw refuse('payment_not_found');
  if (payment.status === 'expired') throw refuse('payment_expired');
  if (payment.status !== 'open') throw refuse('payment_ended', { status: payment.status });
  if (payment.payeeIdentityId === child.id || (await deps.isOwnApp(payment.clientId, child.id)))
    throw refuse('own_payment');
  const total = await deps.totalFor(payment, child.id);
  const account = await deps.book.ofIdentity(child.id);
  return deps.db.transaction(async (tx) => {
    const moment = momentOf(deps);
    const { now } = moment;
    await lockAccounts(tx, [account]);
    const state = await findFamily(tx, child.id, moment);
    if (!state || state.isAdult !== false || state.parents.length === 0) throw refuse('no_parent');
    const known = await findRequestFor(tx, { childId: child.id, paymentId, total });
    if (known?.decision === 'deny') throw refuse('request_decided');
    const { clientId, payeeIdentityId: payeeId } = payment;
    const forbids = await whyFamilyForbidsPayment(tx, account, { clientId, payeeId, total }, moment);
    if (known?.decision === 'allow' || forbids !== 'parent_approval_needed')
      throw refuse('approval_not_needed');
    if (known) return describeRequest(known);
    if ((await listOpenRequests(tx, [child.id])).length >= openMax)
      throw refuse('too_many_requests').retryAfter(60);
    const id = deps.ids.uuid();
    const app = payment.appName;
    if (!(await insertRequest(tx, { id, childId: child.id, paymentId, app, total, askedAt: now })))
      impossible('a request appeared under the lock');
    await recordAudit(tx, {
      at: now,
      identityId: child.id,
      ...author,
      action: 'family.asked',
      target: paymentId,
      details: { total: Number(total), app },
    });
    for (const parent of await listParents(tx, child.id))
      await notifyOwner(tx, {
        identityId: parent.id,
        type: 'family.asked',
        data: { id, child: child.pid, app, amount: Number(total) },
        now,
      });
    return describeRequest((await findRequest(tx, id))!);
  });
}

/** The first decision of a parent counts. */
export async function decideFamilyRequest(
  deps: RequestDeps,
  parent: Person,
  { id, decision }: { readonly id: string; readonly decision: 'allow' | 'deny' },
  author: Author,
): Promise<void> {
  const asked = await findRequest(deps.db, id);
  if (!asked || !(await isParentOf(deps.db, parent.id, asked.childId))) throw refuse('no_such_request');
  const account = await deps.book.ofIdentity(asked.childId);
  await deps.db.transaction(async (tx) => {
    const { now } = momentOf(deps);
    // A link that ends concurrently has ended before, or deletes this decision.
    await lockAccounts(tx, [account]);
    const request = await findRequest(tx, id);
    if (!request || !(await isParentOf(tx, parent.id, request.childId))) throw refuse('no_such_request');
    // mutant (families/requests): !request.isOpen || => false ||
    const isLate = !request.isOpen || !(await decideRequest(tx, { id, decision, by: parent.id, now }));
    if (isLate) throw refuse('request_decided');
    const { app, total } = request;
    await recordAudit(tx, {
      at: now,
      identityId: request.childId,
      ...author,
      action: decision === 'allow' ? 'family.allowed' : 'family.denied',
      target: request.paymentId,
      details: { total: Number(total), app },
    });
    const parents = await listParents(tx, request.childId);
    for (const identityId of [request.childId, ...parents.map((other) => other.id)])
      await notifyOwner(tx, {
        identityId,
        type: 'family.decided',
        data: {
          paymentId: request.paymentId,
          child: request.pid,
          parent: parent.pid,
          app,
          amount: Number(total),
          decision,
        },
        now,
      });
  });
}
