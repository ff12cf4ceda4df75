import type { Job } from '../../platform/jobs.ts';
import type { Needs } from '../../platform/needs.ts';
import { openOutboxLoop } from '../outbox-loop.ts';
import type { NoticeConfig } from '../settings.ts';
import { deliverPushes, type PushDeps, type RunningPushes } from './deliver-pushes.ts';
import { openPushTransport } from './push-transport.ts';
import { countWaitingPushes, dropPushesBefore } from './pushes.store.ts';
import { removeEnded } from './subscriptions.store.ts';
import { deriveVapidKey, vapidSubject } from './vapid-key.ts';

export interface PusherDeps extends Needs<'db' | 'notifications' | 'clock' | 'ids' | 'log' | 'metrics'> {
  readonly config: Pick<NoticeConfig, 'push' | 'pushTestService' | 'contact' | 'baseUrl' | 'timeZone'>;
  /** Returns a secret of the service, which is created on first use. */
  secret(name: string): Promise<Buffer>;
}

export interface Pusher {
  /** The public key for subscriptions; null if the service sends no notifications to devices. */
  readonly publicKey: string | null;
  readonly jobs: readonly Job[];
  forget(): Promise<void>;
  close(): Promise<void>;
}

/** Sends notifications to devices soon after the commit of their notice, on the first node that takes them. */
export async function openPusher(deps: PusherDeps): Promise<Pusher> {
  const { config, db, clock } = deps;
  const forget = () => removeEnded(db, { now: clock.now() });
  if (config.push === 'off')
    return {
      publicKey: null,
      jobs: [
        {
          name: 'drop pushes',
          everySeconds: 60,
          run: async () => void (await dropPushesBefore(db, clock.now())),
        },
      ],
      forget,
      close: async () => {},
    };
  const key = deriveVapidKey(await deps.secret('web-push'));
  const transport = openPushTransport({
    key,
    subject: vapidSubject(config.contact, config.baseUrl),
    testService: config.pushTestService,
  });
  const counter = deps.metrics.counter('pid_pushes_total', 'Notifications to devices by outcome', [
    'outcome',
  ]);
  deps.metrics.gauge('pid_pushes_waiting', 'Notifications to devices waiting to be sent', () =>
    countWaitingPushes(db),
  );
  const delivery: PushDeps = {
    ...deps,
    transport,
    serverKey: key.publicKey,
    timeZone: config.timeZone,
    count: (outcome) => counter.inc({ outcome }),
  };
  const running: RunningPushes = new Map();
  const loop = openOutboxLoop({
    log: deps.log,
    what: 'delivery of notifications',
    deliverAll: (isStopped) => deliverPushes(delivery, running, { isStopped, onFree: loop.wakeSoon }),
  });
  deps.notifications.on('notice', loop.wakeSoon);
  // A device is removed with its session, before the request that ends the session is answered.
  const removeOf = (whose: { identityId: string } | { sessionId: string }) =>
    removeEnded(db, { now: clock.now(), ...whose }).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'devices of an ended session were not removed; the next sweep will'),
    );
  deps.notifications.on('session', (sessionId) => (sessionId === '' ? undefined : removeOf({ sessionId })));
  deps.notifications.on('identity', (identityId) =>
    identityId === '' ? undefined : removeOf({ identityId }),
  );
  return {
    publicKey: key.publicKey,
    jobs: [{ name: 'send pushes', everySeconds: 15, run: loop.wake }],
    forget,
    async close() {
      loop.stop();
      transport.close();
      await loop.ended();
      await Promise.all(running.keys());
    },
  };
}
