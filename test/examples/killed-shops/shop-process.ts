/**
 * Many shops of the example game in one process, each with a separate app, feed and journal. Each shop runs
 * until its planned await and stops there, before or after the awaited work. When all have stopped, the
 * parent kills the process with SIGKILL, so every shop dies exactly at its await.
 */
import { createAppClient, PidError } from '@pid/sdk/server';
import { openItemStore, type ItemStore } from '../../../examples/game/server/item-store.ts';
import { beginPurchase, keepShop, type Till } from '../../../examples/game/server/sell-items.ts';
import type { Death, FromShop, ShopSettings, ToShop } from './messages.ts';

const say = (message: FromShop) => process.send!(message);
const never = new Promise<never>(() => {});

/** Counts the awaits of a shop and stops it permanently at the planned one. */
function lifeOf(shop: number, death: Death | null) {
  let awaits = 0;
  let isCounting = death?.since === 'start';
  let isDead = false;
  const stop = (what: string) => {
    isDead = true;
    say({ shop, diedAt: `${death!.when} ${what}` });
    return never;
  };
  return {
    beginPurchase() {
      isCounting = true;
    },
    async step<T>(what: string, work: () => Promise<T>): Promise<T> {
      if (isDead) return never;
      if (isCounting) awaits += 1;
      const isLast = isCounting && awaits === death?.at;
      if (isLast && death.when === 'before') return stop(what);
      const result = await work();
      if (isLast) return stop(what);
      return isDead ? never : result;
    },
    awaits: () => awaits,
  };
}

type Life = ReturnType<typeof lifeOf>;

function storeIn({ step }: Life, store: ItemStore): ItemStore {
  return {
    ...store,
    order: (wish) => step('order', () => store.order(wish)),
    give: (reference) => step('give', () => store.give(reference)),
    end: (reference) => step('end', () => store.end(reference)),
    rememberEvent: (number) => step('remember', () => store.rememberEvent(number)),
  };
}

/** The unchanged SDK, with every network response as an await. */
function tillIn(life: Life, { clientId, clientSecret, baseUrl }: ShopSettings): Till {
  const what = (url: string) => /(token|events|capture|void|payments)(?:\?.*)?$/.exec(url)?.[1] ?? 'payment';
  return createAppClient({
    clientId,
    clientSecret,
    baseUrl,
    scope: 'read payments',
    // A slow response is not a fault here, so a busy machine gets a long timeout.
    timeoutMillis: 120_000,
    fetch: (url, init) => life.step(what(url as string), () => fetch(url, init)),
  });
}

/** Reports when an order is complete: its captured event was handled and the event number stored. */
function telling(shop: number, life: Life, till: Till, store: ItemStore): { till: Till; store: ItemStore } {
  let captured: { number: number; reference: string } | null = null;
  async function* events(...asked: Parameters<Till['events']>) {
    for await (const event of till.events(...asked)) {
      if (event.type === 'payment.captured')
        captured = { number: event.number, reference: String(event.data['reference']) };
      yield event;
    }
  }
  return {
    till: { payments: till.payments, events },
    store: {
      ...store,
      async rememberEvent(number) {
        await store.rememberEvent(number);
        if (captured?.number === number) say({ shop, settled: captured.reference, awaits: life.awaits() });
      },
    },
  };
}

/** Repeats the request like a player who gets no response from a busy service. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const status = error instanceof PidError ? error.status : null;
      if (status !== null && status < 500 && status !== 408) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

const shops = new Map<number, { life: Life; till: Till; store: ItemStore }>();

process.on('message', (message: ToShop) => void obey(message));

async function obey(message: ToShop): Promise<void> {
  if ('open' in message) {
    const { shop, death, file } = message.open;
    const life = lifeOf(shop, death);
    const inner = storeIn(life, await openItemStore(file));
    const { till, store } = telling(shop, life, tillIn(life, message.open), inner);
    shops.set(shop, { life, till, store });
    void keepShop(till, store, new AbortController().signal);
    say({ shop, isOpen: true });
    return;
  }
  const { life, till, store } = shops.get(message.shop)!;
  if (message.isNew) life.beginPurchase();
  const { id, status, total } = await again(() => beginPurchase(till, store, message.buy));
  say({ shop: message.shop, payment: { id, status, total } });
}
