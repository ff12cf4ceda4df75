import { Refusal } from '@pid/contract/client';
import { findIntent, openIntent } from '../../../kit/api/intents.ts';
import type { Agreed, UnfinishedIntent } from '../../../kit/api/intents.ts';
import { PasskeyError } from '../../../kit/passkeys/passkey-error.ts';
import { systemClock } from '../../../kit/platform/clock.ts';
import { randomKey } from '../../../kit/platform/ids.ts';
import { deviceStorage } from '../../../kit/platform/storage.ts';

const deps = { storage: deviceStorage, clock: systemClock, randomKey };

/**
 * The server checks these after the idempotency key: if the request had been carried out, it would have
 * returned the first response.
 */
const REFUSALS = [
  'step_up_required',
  'daily_limit',
  'app_paused',
  'age_needed',
  'parent_needed',
  'parent_forbids',
];

/** True if the error is final. After any other error the request may still have been carried out. */
function isOutcome(error: unknown): boolean {
  // The player cancelled the passkey prompt, so nothing was sent.
  if (error instanceof PasskeyError) return true;
  return (
    error instanceof Refusal && ([400, 404, 409].includes(error.status) || REFUSALS.includes(error.code))
  );
}

/** Sends a request that moves money, with one idempotency key until the result is known. */
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

/** Finds a request without a response, from this or an earlier visit. */
export function findUnfinished(action: string): UnfinishedIntent | null {
  return findIntent(deps, action);
}
