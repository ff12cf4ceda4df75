import { openLane, type Lane } from '../ledger/index.ts';
import type { Needs } from '../platform/needs.ts';
import {
  postCaptures,
  postConfirmations,
  postVoids,
  type Capture,
  type Captured,
  type ConfirmLimits,
  type Confirmation,
  type Confirmed,
  type Void,
  type Voided,
} from './payment-postings.store.ts';

/**
 * Confirmations, captures and voids of one app touch the same accounts and would queue for them one commit at
 * a time. Requests that arrive during a commit are therefore posted together by the next commit. All can be
 * repeated: if the work is already done, the caller gets the payment.
 */
export interface PaymentLanes {
  confirm(clientId: string, confirmation: Confirmation): Promise<Confirmed>;
  capture(clientId: string, capture: Capture): Promise<Captured>;
  void(clientId: string, order: Void): Promise<Voided>;
}

export function openPaymentLanes(
  deps: Needs<'db' | 'clock' | 'ids'> & { readonly limits: ConfirmLimits },
): PaymentLanes {
  const { db, limits } = deps;
  return {
    confirm: laneOfEach((_clientId) =>
      openLane({ ...deps, postAll: (orders) => postConfirmations(db, orders, limits) }),
    ),
    capture: laneOfEach((clientId) =>
      openLane({ ...deps, postAll: (orders) => postCaptures(db, clientId, orders, limits.balanceMax) }),
    ),
    void: laneOfEach((clientId) =>
      openLane({ ...deps, postAll: (orders) => postVoids(db, clientId, orders) }),
    ),
  };
}

/** Keeps a lane for each app while it has requests. */
function laneOfEach<Order, Outcome>(open: (clientId: string) => Lane<Order, Outcome>) {
  const lanes = new Map<string, { readonly lane: Lane<Order, Outcome>; under: number }>();
  return async (clientId: string, order: Order): Promise<Outcome> => {
    const entry = lanes.get(clientId) ?? { lane: open(clientId), under: 0 };
    lanes.set(clientId, entry);
    entry.under += 1;
    try {
      return await entry.lane.post(order);
    } finally {
      entry.under -= 1;
      if (entry.under === 0) lanes.delete(clientId);
    }
  };
}
