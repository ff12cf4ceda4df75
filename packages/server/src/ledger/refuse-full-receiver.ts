import { refuse, type AppError } from '../platform/errors/index.ts';
import type { Needs } from '../platform/needs.ts';
import { countFullRefusal } from './limits.store.ts';

const refusalsADay = 5;

/**
 * Why a payment was refused whose receiver has no room. The sixth on a day is told to wait until the next: each of them says something
 * about what another player has.
 */
export async function refuseFullReceiver(
  deps: Needs<'db' | 'clock'> & { readonly timeZone: string },
  payer: bigint,
): Promise<AppError> {
  const { refusals, secondsLeft } = await countFullRefusal(deps.db, payer, deps.clock.now(), deps.timeZone);
  return refusals > refusalsADay
    ? refuse('too_many_requests').retryAfter(secondsLeft)
    : refuse('receiver_full');
}
