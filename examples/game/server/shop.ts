import { randomUUID } from 'node:crypto';
import { createAppClient } from '@pid/sdk/server';
import pg from 'pg';
import { beginPurchase, keepShop, schema, type App, type Database } from '../../shop/sell.mjs';
import type { App as RegisteredApp } from './register-app.ts';

/** The item for sale. The player sees its name on PID's page and on the statement. */
const goldenCrosses = { id: 'golden-crosses', name: 'Silang emas · Golden crosses', price: 2500 };

export interface Shop {
  view(player: string | null): Promise<{ price: number; isOwned: boolean }>;
  /** Returns the address where the player pays, or null if the player already has the item. */
  buy(player: string): Promise<{ payUrl: string | null }>;
}

/** Opens the game's shop and continues the purchases that were unfinished when the server last stopped or crashed. */
export async function openShop({
  app,
  databaseUrl,
  returnTo,
}: {
  app: RegisteredApp;
  databaseUrl: string;
  returnTo: string;
}): Promise<Shop> {
  const client = createAppClient({ ...app, baseUrl: app.service, scope: 'read payments' });
  const db = new pg.Pool({ connectionString: databaseUrl });
  // A lost connection is replaced by the next query.
  db.on('error', ({ message }) => console.error(message));
  await db.query(schema);
  void keepShop(client, db, new AbortController().signal);
  return {
    async view(player) {
      const owned = player === null ? null : await stateOf(db, player, goldenCrosses.id);
      return { price: goldenCrosses.price, isOwned: owned?.state === 'given' };
    },
    async buy(player) {
      const payment = await buy(client, db, { item: goldenCrosses, player, returnTo });
      return { payUrl: payment?.payUrl ?? null };
    },
  };
}

type Purchase = Parameters<typeof beginPurchase>[2] & { player: string };

/** Continues the player's open order, or creates a new one. Returns null if the player has the item or is about to get it. */
export async function buy(app: App, db: Database, wish: Omit<Purchase, 'reference'>) {
  const order = await stateOf(db, wish.player, wish.item.id);
  if (order?.state === 'reserved' || order?.state === 'given') return null;
  if (order) {
    const payment = await beginPurchase(app, db, { ...wish, reference: order.reference });
    if (payment.status === 'open' || payment.status === 'held') return payment;
    // The payment was declined or has expired, and the shop has not processed its event yet.
  }
  return beginPurchase(app, db, { ...wish, reference: randomUUID() });
}

/** Returns the player's order of an item that has not ended; the one with the item, if there are several. */
async function stateOf(db: Database, player: string, item: string) {
  const { rows } = await db.query<{ reference: string; state: string }>(
    `select reference, state from orders where player = $1 and item = $2 and state <> 'ended'
     order by state = 'open', reference limit 1`,
    [player, item],
  );
  return rows[0];
}
