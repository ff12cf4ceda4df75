import type { Tx } from '../../platform/db/index.ts';
import { refuse } from '../../platform/errors/index.ts';
import { addressKey, type UserCaller } from '../../platform/http/index.ts';
import { addWrongGuess, lockGuesses, type GuessCount } from './guesses.store.ts';

const windowSeconds = 600;
/**
 * Wrong codes per window: 10 for a player, 100 for a network address, regardless of how many identities use
 * it.
 */
const wrongMax = { player: 10, address: 100 } as const;

/** Looks up a code and counts a wrong guess if there is none. */
export async function lookUpCounted<Found>(
  tx: Tx,
  { caller, address, now }: { caller: UserCaller; address: string | null; now: Date },
  lookUp: () => Promise<Found | null>,
): Promise<Found | null> {
  const limits = new Map<string, number>([
    [`player:${caller.identityId}`, wrongMax.player],
    [`address:${addressKey(address ?? '')}`, wrongMax.address],
  ]);
  const keys = [...limits.keys()];
  const leftSeconds = ({ began_at: began }: GuessCount) =>
    windowSeconds - Math.floor((now.getTime() - began.getTime()) / 1000);
  const counts = await lockGuesses(tx, keys, now);
  const exhausted = counts.filter((count) => leftSeconds(count) > 0 && count.wrong >= limits.get(count.key)!);
  if (exhausted.length > 0)
    throw refuse('too_many_requests').retryAfter(Math.max(...exhausted.map(leftSeconds)));
  const found = await lookUp();
  const endedAt = new Date(now.getTime() - windowSeconds * 1000);
  if (found === null) await addWrongGuess(tx, keys, { endedAt, now });
  return found;
}
