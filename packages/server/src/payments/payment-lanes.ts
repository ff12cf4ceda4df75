import { openLane } from '../platform/batch-lane.ts';
import type { Queryable, Tx } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';
import {
  endHolds,
  postCharges,
  postConfirmations,
  type Charge,
  type Charged,
  type ConfirmLimits,
  type Confirmation,
  type Confirmed,
  type HoldEnd,
  type HoldEnded,
} from './payment-postings.store.ts';
import {
  findByReferences,
  findPayments,
  insertPayments,
  type NewPayment,
  type Payment,
} from './payments.store.ts';

/**
 * Requests that arrive during a commit are posted together by the next commit, like sends. All can be repeated: if the
 * work is already done, the caller gets the payment.
 */
export interface PaymentLanes {
  /** Returns the payment with this reference, which may be an older one. Null: the app is paused. */
  create(payment: NewPayment): Promise<Payment | null>;
  /** Creates a payment and pays it by an allowance. Returns the payment with its reference, if there is one. */
  charge(charge: Charge): Promise<WithPayment<Charged>>;
  /** The same within a transaction, for a player who acts for the app. */
  chargeWithin(tx: Tx, charge: Charge): Promise<WithPayment<Charged>>;
  confirm(confirmation: Confirmation): Promise<WithPayment<Confirmed>>;
  /** Captures or voids. */
  endHold(end: HoldEnd): Promise<WithPayment<HoldEnded>>;
}

/** An outcome and the payment afterwards, which is read once for the whole batch. Null: there is no such payment. */
export type WithPayment<Outcome> = Outcome & { readonly payment: Payment | null };

export function openPaymentLanes(
  deps: Needs<'db' | 'clock' | 'ids'> & { readonly limits: ConfirmLimits },
): PaymentLanes {
  const { db, limits } = deps;
  const lane = <Order extends { readonly paymentId: string }, Outcome>(
    postAll: (orders: readonly Order[]) => Promise<readonly Outcome[]>,
    namesOf: (order: Order) => readonly string[],
  ) =>
    openLane<Order, WithPayment<Outcome>>({
      ...deps,
      namesOf,
      async postAll(orders) {
        const outcomes = await postAll(orders);
        const payments = await findPayments(
          db,
          orders.map(({ paymentId }) => paymentId),
        );
        return outcomes.map((outcome, index) => ({
          ...outcome,
          payment: payments.get(orders[index]!.paymentId) ?? null,
        }));
      },
    });
  const creations = openLane<NewPayment, Payment | null>({
    ...deps,
    namesOf: ({ clientId, reference }) => [`${clientId} ${reference}`],
    async postAll(payments) {
      await insertPayments(db, payments);
      return findByReferences(db, payments);
    },
  });
  const chargeAll = async (on: Queryable, orders: readonly Charge[]) => {
    const outcomes = await postCharges(on, orders, limits);
    const payments = await findByReferences(on, orders);
    return outcomes.map((outcome, index) => ({ ...outcome, payment: payments[index]! }));
  };
  const charges = openLane<Charge, WithPayment<Charged>>({
    ...deps,
    postAll: (orders) => chargeAll(db, orders),
  });
  const confirmations = lane(
    (orders: readonly Confirmation[]) => postConfirmations(db, orders, limits),
    ({ paymentId, payer }) => [paymentId, payer.identityId],
  );
  const ends = lane(
    (orders: readonly HoldEnd[]) => endHolds(db, orders, limits),
    ({ paymentId }) => [paymentId],
  );
  return {
    create: (payment) => creations.post(payment),
    charge: (order) => charges.post(order),
    chargeWithin: async (tx, order) => (await chargeAll(tx, [order]))[0]!,
    confirm: (order) => confirmations.post(order),
    endHold: (order) => ends.post(order),
  };
}
