import type { Queryable } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { FeeRule } from './compute-fees.ts';
import { openLane, type Lane } from '../platform/batch-lane.ts';
import { postSends, type SendLimits, type SendOrder, type SendOutcome } from './post-sends.store.ts';

export type SendLane = Lane<SendOrder, SendOutcome>;

export interface SendLaneDeps extends Needs<'clock' | 'ids'> {
  readonly db: Queryable;
  readonly feeRule: FeeRule;
  readonly balanceMax: bigint;
  readonly limits: SendLimits;
  onBatch?(size: number, seconds: number): void;
}

/** Opens the lane that posts the sends of this node. */
export function openSendLane(deps: SendLaneDeps): SendLane {
  const { db, clock, feeRule, balanceMax, limits } = deps;
  return openLane<SendOrder, SendOutcome>({
    ...deps,
    postAll: (orders, again) =>
      postSends(db, orders, { now: clock.now(), again, feeRule, balanceMax, limits }),
    namesOf: ({ key, payer }) => (key ? [`${payer}:${key.key}`] : []),
  });
}
