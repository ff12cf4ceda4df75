import type { Tx } from '../platform/db/index.ts';
import { assertNever, refuse } from '../platform/errors/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { AccountBook } from './account-book.ts';
import type { SendLimits } from './post-sends.store.ts';
import { newPostingId } from './posting-id.ts';
import { returnActivation, takeActivation } from './postings.store.ts';

/** The price of wallet activations that players pay from their balance. */
export interface ActivationPayments {
  /** The account that pays. Call it before the transaction of `take`: it may create the account. */
  payerOf(identityId: string): Promise<bigint>;
  /**
   * Takes the price from the payer, in the transaction that stores the operation. The balance and the daily
   * limit are judged under the payer's lock. The database reads the price from the operation.
   */
  take(
    tx: Tx,
    payment: { readonly payer: bigint; readonly operationId: string; readonly price: bigint },
    now: Date,
  ): Promise<void>;
  /**
   * Returns the price, in the transaction that records that the operation can never land. Does nothing for an
   * operation that was not paid, or whose price was returned before.
   */
  giveBack(tx: Tx, operationId: string, now: Date): Promise<void>;
}

export function openActivationPayments({
  book,
  clock,
  ids,
  limits,
}: Needs<'clock' | 'ids'> & {
  readonly book: AccountBook;
  readonly limits: SendLimits;
}): ActivationPayments {
  return {
    payerOf: (identityId) => book.ofIdentity(identityId),
    async take(tx, { payer, operationId, price }, now) {
      const result = await takeActivation(
        tx,
        { id: newPostingId(clock, ids), payer, operationId },
        limits,
        now,
      );
      switch (result.outcome) {
        case 'posted':
          return;
        case 'insufficient':
          throw refuse('insufficient_balance', { needed: price, available: result.available });
        case 'daily_limit':
          throw refuse('daily_limit', { left: result.available });
        case 'payer_closed':
          throw refuse('unauthorized');
        default:
          assertNever(result);
      }
    },
    giveBack: (tx, operationId, now) =>
      returnActivation(tx, { id: newPostingId(clock, ids), operationId }, now),
  };
}
