import { expect, test } from 'vitest';
import type { Database } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { listAppEvents } from './list-app-events.ts';

const db = {
  query: async () => ({ rows: [{ last: 0n, oldest: 1n }] }),
} as unknown as Database;

/** Starts a long poll that receives no news, with timers that the test controls. */
function startWait(admitAgain: () => Promise<void>) {
  const calls: { millis: number; call: () => void; cancelled: boolean }[] = [];
  const timers = {
    after(millis: number, call: () => void) {
      const timer = { millis, call, cancelled: false };
      calls.push(timer);
      return () => (timer.cancelled = true);
    },
  };
  let end = () => {};
  const room = { wait: () => new Promise<void>((resolve) => (end = resolve)), close() {} };
  const feed = listAppEvents(
    { db, room, timers },
    { clientId: 'an app' },
    {
      clientId: 'an app',
      after: 0n,
      limit: 10,
      waitSeconds: 25,
      gone: new AbortController().signal,
      admitAgain,
    },
  );
  return { calls, feed, end: () => end() };
}

test('a long poll is authorized again every five seconds and ends when it is refused', async () => {
  let admissions = 0;
  const { calls, feed } = startWait(async () => {
    admissions += 1;
    if (admissions === 2) throw refuse('unauthorized');
  });
  await expect.poll(() => calls.length).toBe(1);
  expect(calls[0]!.millis).toBeLessThanOrEqual(5000);
  calls[0]!.call();
  await expect.poll(() => calls.length).toBe(2);
  calls[1]!.call();
  await expect(feed).rejects.toMatchObject({ code: 'unauthorized' });
});

test('returns no events to an app that is no longer authorized', async () => {
  const { calls, feed, end } = startWait(() => Promise.reject(refuse('app_paused')));
  await expect.poll(() => calls.length).toBe(1);
  end();
  await expect(feed).rejects.toMatchObject({ code: 'app_paused' });
  expect(calls[0]!.cancelled).toBe(true);
});
