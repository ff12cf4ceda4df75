import { refuse, type ServiceError } from '../platform/errors/index.ts';
import type { Needs } from '../platform/needs.ts';
import { countFullRefusal } from './limits.store.ts';

const refusalsADay = 5;

/**
 * Returns the error for a payment whose receiver's balance is full. From the sixth such refusal on a day, the
 * payer must wait until the next day, because each one reveals something about the receiver's balance.
 */
export async function refuseFullReceiver(
  deps: Needs<'db' | 'clock'> & { readonly timeZone: string },
  payer: bigint,
): Promise<ServiceError> {
  const { refusals, secondsLeft } = await countFullRefusal(deps.db, payer, deps.clock.now(), deps.timeZone);
  return refusals > refusalsADay
    ? refuse('too_many_requests').retryAfter(secondsLeft)
    : refuse('receiver_full');
}
