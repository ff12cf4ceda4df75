import { expect, test } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { randomIds } from '../../platform/ids.ts';
import { createLogger } from '../../platform/log.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { openMailer } from './open-mailer.ts';

const microtasks = async (count: number) => {
  for (let passed = 0; passed < count; passed += 1) await Promise.resolve();
};

/**
 * Opens a mailer with an empty outbox and announces a notice some microtasks after it has read the outbox.
 * Returns the number of reads.
 */
async function looksAfter(delay: number): Promise<number> {
  let looks = 0;
  let announce = () => {};
  const query = async (text: string) => {
    if (!text.includes('update notice_mails')) return { rows: [], rowCount: 0 };
    looks += 1;
    if (looks === 1) void microtasks(delay).then(() => announce());
    return { rows: [], rowCount: 0 };
  };
  const mailer = openMailer({
    config: {
      smtpUrl: null,
      mailFrom: null,
      loopback: true,
      baseUrl: new URL('http://localhost'),
      timeZone: 'Asia/Jakarta',
      push: 'off',
      pushTestService: null,
      contact: null,
    },
    db: { query } as unknown as Database,
    notifications: {
      on: (_topic, listener) => void (announce = () => void listener('')),
      onGap() {},
      async close() {},
    },
    clock: manualClock(new Date('2026-11-17T00:00:00Z')),
    ids: randomIds,
    log: createLogger('silent'),
    metrics: createMetrics(),
    recipientOf: async () => null,
  });
  announce();
  await microtasks(100);
  await mailer.close();
  return looks;
}

test('reads the outbox again immediately for a notice that is announced while a delivery ends', async () => {
  for (let delay = 0; delay < 30; delay += 1) expect([delay, await looksAfter(delay)]).toEqual([delay, 2]);
});
