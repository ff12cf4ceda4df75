import { createAppClient } from '@pid/sdk/server';
import { openItemStore } from './item-store.ts';
import type { App } from './register-app.ts';
import { buy, keepShop, type Item } from './sell-items.ts';

/** The item for sale. The player sees its name on PID's page and on the statement. */
const goldenCrosses: Item = { id: 'golden-crosses', name: 'Silang emas · Golden crosses', price: 2500 };

export interface Shop {
  view(player: string | null): { price: number; isOwned: boolean };
  /** Returns the address where the player pays, or null if the player already has the item. */
  buy(player: string): Promise<{ payUrl: string | null }>;
}

/** Opens the game's shop and continues the purchases that were unfinished when the server last stopped or crashed. */
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
