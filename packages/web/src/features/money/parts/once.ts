import { Refusal } from '@pid/contract/client';
import { findIntent, openIntent } from '../../../kit/api/intents.ts';
import type { Agreed, UnfinishedIntent } from '../../../kit/api/intents.ts';
import { PasskeyError } from '../../../kit/passkeys/passkey-error.ts';
import { systemClock } from '../../../kit/platform/clock.ts';
import { randomKey } from '../../../kit/platform/ids.ts';
import { deviceStorage } from '../../../kit/platform/storage.ts';

const deps = { storage: deviceStorage, clock: systemClock, randomKey };

/** Judged after the key: what it had paid would have been answered instead. */
const REFUSALS = ['step_up_required', 'daily_limit', 'app_paused'];

/** A refusal of these kinds is the server's last word; everything else leaves open whether it was carried out. */
function isOutcome(error: unknown): boolean {
  // Whoever puts the finger away has not sent it.
  if (error instanceof PasskeyError) return true;
  return (
    error instanceof Refusal && ([400, 404, 409].includes(error.status) || REFUSALS.includes(error.code))
  );
}

/** Sends a wish that moves money under one key, until its outcome is known. */
export async function carryOutOnce<T>(
  action: string,
  wish: object,
  send: (key: string) => Promise<T>,
  agreed?: Agreed,
): Promise<T> {
  const intent = openIntent(deps, action, wish, agreed);
  try {
    const answer = await send(intent.key);
    intent.settle();
    return answer;
  } catch (error) {
    if (isOutcome(error)) intent.settle();
    throw error;
  }
}

/** A wish whose answer never came, of this or an earlier visit. */
export function findUnfinished(action: string): UnfinishedIntent | null {
  return findIntent(deps, action);
}
