import { createAppClient } from '@pid/sdk/server';
import { openItemStore } from './item-store.ts';
import type { App } from './register-app.ts';
import { buy, keepShop, type Item } from './sell-items.ts';

/** What is for sale; its name is what the player reads on PID's page and on their statement. */
const goldenCrosses: Item = { id: 'golden-crosses', name: 'Silang emas · Golden crosses', price: 2500 };

export interface Shop {
  view(player: string | null): { price: number; isOwned: boolean };
  /** Where the player pays; null when the item is theirs already. */
  buy(player: string): Promise<{ payUrl: string | null }>;
}

/** The game's shop: goes on, from the moment it opens, with whatever was under way when the server last stopped or died. */
export async function openShop({
  app,
  file,
  returnTo,
}: {
  app: App;
  file: string;
  returnTo: string;
}): Promise<Shop> {
  const till = createAppClient({ ...app, baseUrl: app.service, scope: 'read payments' });
  const store = await openItemStore(file);
  void keepShop(till, store, new AbortController().signal);
  return {
    view: (player) => ({
      price: goldenCrosses.price,
      isOwned:
        player !== null &&
        store.ordersOf(player).some(({ item, status }) => item === goldenCrosses.id && status === 'given'),
    }),
    async buy(player) {
      const payment = await buy(till, store, { item: goldenCrosses, buyer: player, returnTo });
      return { payUrl: payment?.payUrl ?? null };
    },
  };
}
