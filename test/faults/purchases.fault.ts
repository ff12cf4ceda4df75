import { expect, test } from 'vitest';
import { findings } from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import type { Death } from '../examples/killed-shops/messages.ts';
import { openStreet, tally, type KilledShop } from '../examples/killed-shops/sell-killed.ts';

const purchases = Number(process.env['PID_FAULT_PURCHASES'] ?? 10_000);
const shopsAtOnce = 50;
/** Awaits from the order to the last handled event. */
const awaitsMax = 10;
const livesBetweenTallies = 10;

let turn = 0;

/**
 * Cycles through the awaits, before and after. Three of four deaths are counted from the new purchase, one
 * from the start, so that it interrupts the repair of an earlier purchase.
 */
function nextDeath(): Death {
  turn += 1;
  return {
    at: 1 + (turn % awaitsMax),
    when: Math.floor(turn / awaitsMax) % 2 ? 'before' : 'after',
    since: Math.floor(turn / (2 * awaitsMax)) % 4 ? 'purchase' : 'start',
  };
}

/**
 * Fifty shops of the example game in one process, each with a separate app, feed and journal. In every life,
 * each shop finishes its interrupted purchase, sells one more item, and dies at its planned await; every
 * fifth life is killed at a random moment instead. The process is always killed with SIGKILL, when every shop
 * has reached its await. A purchase counts if a kill interrupted it: it was started, and its last event was
 * not handled.
 */
test(`${purchases} purchases by the example server, killed at every await`, async () => {
  const service = await startTestService({
    PID_STEP_UP_AMOUNT: '1000000000',
    PID_DAILY_LIMIT: '1000000000',
  });
  const street = await openStreet(service, shopsAtOnce);
  const counts = new Map<string, number>();
  const sum = (count: (shop: KilledShop) => number) =>
    street.shops.reduce((total, shop) => total + count(shop), 0);
  let [interrupted, lives] = [0, 0];
  try {
    while (interrupted < purchases) {
      const isRandom = lives % 5 === 4;
      const { deaths } = await street.live(
        () => ({ buys: true, death: isRandom ? null : nextDeath() }),
        isRandom ? 200 + Math.floor(Math.random() * 1500) : undefined,
      );
      for (const death of deaths) counts.set(death, (counts.get(death) ?? 0) + 1);
      lives += 1;
      interrupted = sum((shop) => shop.interrupted.size);
      if (lives % livesBetweenTallies !== 0 && interrupted < purchases) continue;
      // All interrupted purchases are finished and every order is checked.
      await street.live(() => ({ buys: false, death: null }));
      expect(await tally(service, street)).toEqual({
        purchases: sum(({ sold }) => sold.length),
        paidNotGiven: [],
        givenNotPaid: [],
        givenTwice: [],
        wrongMoney: [],
      });
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
