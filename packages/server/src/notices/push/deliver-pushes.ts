import type { Needs } from '../../platform/needs.ts';
import { jittered } from '../../platform/timers.ts';
import { composePush } from './compose-push.ts';
import { pushKindOf } from './push-kinds.ts';
import type { PushOutcome, PushTransport } from './push-transport.ts';
import {
  countWithinHour,
  dropPushesBefore,
  postponePush,
  removePush,
  takeDuePushes,
  type WaitingPush,
} from './pushes.store.ts';
import { dropSubscription } from './subscriptions.store.ts';

const secondMillis = 1000;
/** Longer than any delivery attempt. */
const leaseMillis = 600 * secondMillis;
const firstPauseMillis = 15 * secondMillis;
const attemptsMax = 9;
const pushTtlMillis = 86_400 * secondMillis;
const atOnce = 100;
/**
 * Deliveries that a player can have under way on a node. A push service that the player runs can answer slowly, and must
 * not delay the notifications of others.
 */
const atOncePerPlayer = 5;
/** Many small sends of another player must not hide notifications of another type. The pages show all notices. */
const pushesPerTypeAndHour = 30;

export type PushCount = PushOutcome['outcome'] | 'dropped';

export interface PushDeps extends Needs<'db' | 'clock' | 'ids' | 'log'> {
  readonly transport: PushTransport;
  /** The public key of the service. */
  readonly serverKey: string;
  readonly timeZone: string;
  count(outcome: PushCount): void;
}

/** Deliveries that this node has begun, with the identities of their players. */
export type RunningPushes = Map<Promise<void>, string>;

/**
 * Begins due notifications until none is due or `isStopped` returns true. It does not wait for those that it has begun;
 * `onFree` is called when a player has none under way any more, because more of that player may be due.
 */
export async function deliverPushes(
  deps: PushDeps,
  running: RunningPushes,
  { isStopped, onFree }: { readonly isStopped: () => boolean; readonly onFree: () => void },
): Promise<void> {
  const dropped = await dropPushesBefore(deps.db, new Date(deps.clock.nowMillis() - pushTtlMillis));
  for (let index = 0; index < dropped; index += 1) deps.count('dropped');
  while (!isStopped()) {
    if (running.size > atOnce - atOncePerPlayer) {
      await Promise.race(running.keys());
      continue;
    }
    const now = deps.clock.now();
    const leaseUntil = new Date(now.getTime() + leaseMillis);
    const busy = [...new Set(running.values())];
    const pushes = await takeDuePushes(deps.db, { now, leaseUntil, busy, limit: atOncePerPlayer });
    if (pushes.length === 0) return;
    for (const push of pushes) begin(deps, running, push, onFree);
  }
}

function begin(deps: PushDeps, running: RunningPushes, push: WaitingPush, onFree: () => void): void {
  const { identityId } = push;
  const delivery = deliver(deps, push)
    .catch((error: unknown) =>
      deps.log.warn({ err: error }, 'a notification was not delivered; retrying after its lease'),
    )
    .finally(() => {
      running.delete(delivery);
      if (![...running.values()].includes(identityId)) onFree();
    });
  running.set(delivery, identityId);
}

async function deliver(deps: PushDeps, push: WaitingPush): Promise<void> {
  const { notice, device } = push;
  const kind = notice && pushKindOf(notice);
  if (!notice || !device || !kind) return removePush(deps.db, push);
  // The private key of its subscription was lost or replaced.
  if (device.serverKey !== deps.serverKey) return dropDevice(deps, push, device.endpoint);
  if ((await countWithinHour(deps.db, push, notice.type)) >= pushesPerTypeAndHour)
    return removePush(deps.db, push);
  const ageMillis = deps.clock.nowMillis() - push.at.getTime();
  const sent = await deps.transport.send(device, {
    payload: composePush({
      ...device,
      notice,
      noticeId: push.noticeId,
      at: push.at,
      timeZone: deps.timeZone,
    }),
    ttlSeconds: Math.max(0, Math.floor((pushTtlMillis - ageMillis) / secondMillis)),
    urgency: kind === 'alarm' ? 'high' : 'normal',
    topic: `notice-${push.noticeId}`,
  });
  deps.count(sent.outcome);
  if (sent.outcome === 'gone') return dropDevice(deps, push, device.endpoint);
  if (sent.outcome !== 'later') return removePush(deps.db, push);
  if (push.attempts >= attemptsMax) {
    deps.count('dropped');
    return removePush(deps.db, push);
  }
  const pauseMillis = jittered(firstPauseMillis * 2 ** (push.attempts - 1), deps.ids);
  const waitMillis = Math.max(pauseMillis, (sent.afterSeconds ?? 0) * secondMillis);
  return postponePush(deps.db, push, new Date(deps.clock.nowMillis() + waitMillis));
}

async function dropDevice({ db }: PushDeps, push: WaitingPush, endpoint: string): Promise<void> {
  await dropSubscription(db, push.subscriptionId, endpoint);
  await removePush(db, push);
}
