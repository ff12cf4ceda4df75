import { expect, test } from 'vitest';
import { findings } from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import type { Death } from '../examples/killed-shops/messages.ts';
import { fates, openStreet, tally, type KilledShop } from '../examples/killed-shops/sell-killed.ts';

const purchases = Number(process.env['PID_FAULT_PURCHASES'] ?? 10_000);
const shopsAtOnce = 50;
const livesBetweenTallies = 10;

/**
 * Fifty shops in one process, each with a separate app, feed and schema of the database. In every life, each
 * shop finishes its interrupted purchase, sells one more item, and dies at its planned query or request;
 * every fifth life is killed at a random moment instead. Between the lives, the fate of the shop happens to
 * its payments or its feed. The process is always killed with SIGKILL, when every shop has reached its step.
 * A purchase counts if a kill interrupted it: it was started, and its last event was not handled.
 */
test(`${purchases} purchases by the example shop, killed at every query and request`, async () => {
  const service = await startTestService({
    PID_STEP_UP_AMOUNT: '1000000000',
    PID_DAILY_LIMIT: '1000000000',
  });
  const street = await openStreet(service, shopsAtOnce);
  const counts = new Map<string, number>();
  const sum = (count: (shop: KilledShop) => number) =>
    street.shops.reduce((total, shop) => total + count(shop), 0);
  let [interrupted, lives, turn] = [0, 0, 0];
  const { steps } = await street.live(() => ({ buys: true, death: null }));
  /** Cycles through the steps, before and after them, at their first and second time. */
  const nextDeath = (): Death => {
    turn += 1;
    const [step, count] = [...steps][turn % steps.size]!;
    const round = Math.floor(turn / steps.size);
    return { step, nth: count > 1 && round % 4 > 1 ? 2 : 1, when: round % 2 ? 'before' : 'after' };
  };
  try {
    while (interrupted < purchases) {
      const isRandom = lives % 5 === 4;
      for (const shop of street.shops) shop.fate = fates[(shop.index + lives) % fates.length]!;
      const { deaths } = await street.live(
        () => ({ buys: true, death: isRandom ? null : nextDeath() }),
        isRandom ? 200 + Math.floor(Math.random() * 1500) : undefined,
      );
      for (const death of deaths) counts.set(death, (counts.get(death) ?? 0) + 1);
      await street.meanwhile();
      lives += 1;
      interrupted = sum((shop) => shop.interrupted.size);
      if (lives % livesBetweenTallies !== 0 && interrupted < purchases) continue;
      // All interrupted purchases are finished and every order is checked.
      await street.live(() => ({ buys: false, death: null }));
      expect(await tally(service, street)).toEqual({ purchases: sum(({ sold }) => sold.length), wrong: [] });
      expect(await findings(service)).toEqual([]);
      process.stdout.write(
        `${interrupted} purchases interrupted by ${lives} processes killed, nothing wrong; killed at ${[
          ...counts,
        ]
          .toSorted(([left], [right]) => left.localeCompare(right))
          .map(([death, count]) => `${death}: ${count}`)
          .join(', ')}\n`,
      );
    }
  } finally {
    await street.close();
  }
}, 14_400_000);
