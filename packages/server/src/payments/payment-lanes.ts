import { openLane, type Lane } from '../ledger/index.ts';
import type { Needs } from '../platform/needs.ts';
import {
  postCaptures,
  postConfirmations,
  type Capture,
  type Captured,
  type ConfirmLimits,
  type Confirmation,
  type Confirmed,
} from './payment-postings.store.ts';

/**
 * Confirmations and captures of one app touch the same accounts and would queue for them one commit at a
 * time. Requests that arrive during a commit are therefore posted together by the next commit. Both can be
 * repeated: if the work is already done, the caller gets the payment.
 */
export interface PaymentLanes {
  confirm(clientId: string, confirmation: Confirmation): Promise<Confirmed>;
  capture(clientId: string, capture: Capture): Promise<Captured>;
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
