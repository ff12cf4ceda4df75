// Sells items through PID. The orders and the number of the last event are rows of your own PostgreSQL database.
import { setTimeout as sleep } from 'node:timers/promises';
import { PidError } from '@pid/sdk/server';

/**
 * @typedef {Pick<import('@pid/sdk/server').AppClient, 'payments' | 'events'>} App
 * @typedef {Pick<import('pg').Pool, 'query'>} Database
 * @typedef {{ reference: string, payment: string, state: string, news: number }} Order
 */

// open: not paid. reserved: set aside while the money is captured. given: the player has the item. ended: nothing was
// paid, or the money went back. An order has work to do while it has more `news` (events) than `settled` ones.
export const schema = `
  select pg_advisory_xact_lock(4300);
  create table if not exists orders (
    reference text primary key, item text not null, player text, payment text, state text not null default 'open',
    news integer not null default 0, settled integer not null default 0, try_at timestamptz not null default now());
  create unique index if not exists one_per_player on orders (player, item) where state in ('reserved', 'given');
  create index if not exists unsettled on orders (try_at) where settled < news;
  create table if not exists last_event (id integer primary key default 1 check (id = 1), number bigint not null)`;

/**
 * Starts a purchase. Send the player to the `payUrl` of the payment. The order is stored first, and the same reference
 * always returns the same payment: after a crash, call this again. Throws if the reference has another item or player.
 * @param {App} app
 * @param {Database} db
 * @param {{ reference: string, item: { id: string, name: string, price: number }, player?: string, returnTo: string }} wish
 */
export async function beginPurchase(app, db, { reference, item, player, returnTo }) {
  const order = `insert into orders (reference, item, player) values ($1, $2, $3)
    on conflict (reference) do update set item = excluded.item
    where orders.item = excluded.item and orders.player is not distinct from excluded.player`;
  const { rowCount } = await db.query(order, [reference, item.id, player]);
  if (rowCount === 0) throw new Error(`Order ${reference} has another item or player: use a new reference.`);
  const only = player === undefined ? {} : { pid: player };
  const terms = { amount: item.price, description: item.name, capture: /** @type {const} */ ('manual') };
  return app.payments.create({ reference, ...terms, ...only, returnTo });
}

/**
 * Delivers what players pay for, until `signal` aborts. Any number of servers may run this on one database.
 * @param {App} app
 * @param {Database} db
 * @param {AbortSignal} signal
 */
export async function keepShop(app, db, signal) {
  await Promise.all([
    repeat(signal, () => readEvents(app, db, signal)),
    repeat(signal, () => settleOrders(app, db)),
  ]);
}

/**
 * Stores each event with its number in one statement. A crash neither loses an event nor repeats the work for it.
 * @param {App} app
 * @param {Database} db
 * @param {AbortSignal} signal
 */
async function readEvents(app, db, signal) {
  const { rows } = await db.query('select number from last_event');
  const after = rows.length === 0 ? {} : { after: Number(rows[0].number) };
  if (rows.length === 0) await checkAllOrders(app, db);
  try {
    for await (const { number, data } of app.events({ ...after, signal })) {
      const told = 'paymentId' in data ? [data.reference, data.paymentId] : [null, null];
      await db.query(
        `with told as (update orders set payment = $2, news = news + 1, try_at = now() where reference = $1)
         insert into last_event (number) values ($3) on conflict (id) do update set number = excluded.number`,
        [...told, number],
      );
    }
  } catch (error) {
    // Events are deleted after 30 days (gone). After PID was restored from a backup, it has fewer events (ahead).
    if (!isRefusal(error, 'events_gone', 'events_ahead')) throw error;
    await db.query('delete from last_event');
  }
}

/**
 * Compares every order with its payment, because events are missing.
 * @param {App} app
 * @param {Database} db
 */
async function checkAllOrders(app, db) {
  await db.query('update orders set news = news + 1, try_at = now() where payment is not null');
  for (let cursor = /** @type {string | null} */ (''); cursor !== null;) {
    const page = await app.payments.list({ limit: 100, ...(cursor === '' ? {} : { cursor }) });
    await db.query(
      `update orders set payment = known.id, news = news + 1, try_at = now()
       from unnest($1::text[], $2::text[]) as known (reference, id) where orders.reference = known.reference`,
      [page.items.map(({ reference }) => reference), page.items.map(({ id }) => id)],
    );
    cursor = page.nextCursor;
  }
}

/**
 * @param {App} app
 * @param {Database} db
 */
async function settleOrders(app, db) {
  const due = `select reference, payment, state, news from orders
    where settled < news and try_at <= now() order by try_at limit 100`;
  for (const order of (await db.query(due)).rows)
    try {
      await settle(app, db, order);
    } catch (error) {
      // The status has changed since we read it: the next round reads it again.
      if (isRefusal(error, 'payment_ended')) continue;
      // One order that fails must not stop the others.
      console.error(`Order ${order.reference} failed; retrying in 10 s:`, error);
      const later = "update orders set try_at = now() + interval '10 seconds' where reference = $1";
      await db.query(later, [order.reference]);
    }
}

/**
 * Brings an order to the state of its payment. Every step can be repeated, and two servers may do it at the same time.
 * @param {App} app
 * @param {Database} db
 * @param {Order} order
 */
async function settle(app, db, { reference, payment: id, state: before, news }) {
  let payment = await app.payments.get(id).catch((error) => {
    // PID was restored to a time before this payment.
    if (isRefusal(error, 'payment_not_found')) return null;
    throw error;
  });
  if (payment?.status === 'held') {
    // Set the item aside before you take the money. If the player cannot have the item, return the money.
    const state = await move(db, reference, 'reserved', ['open']);
    const canGive = state === 'reserved' || state === 'given';
    payment = await (canGive ? app.payments.capture(id) : app.payments.void(id));
  }
  if (payment?.status === 'paid') {
    const state = await move(db, reference, 'given', ['open', 'reserved']);
    const { captured, refunded } = payment;
    const refund = { amount: captured - refunded, key: `undelivered-${id}-${refunded}` };
    if (state !== 'given') await app.payments.refund(id, refund);
  } else if (payment?.status === 'open') {
    // PID was restored to a time before the player confirmed. Newer events would be the result of a new confirmation.
    if (before !== 'ended') await move(db, reference, 'open', [before], news);
  } else await move(db, reference, 'ended', ['open', 'reserved', 'given']);
  await db.query('update orders set settled = greatest(settled, $2) where reference = $1', [reference, news]);
}

/**
 * Changes the state of an order if it is one of `from` and no event came after `news`, and returns the state that the
 * order has then; null if the player has the item from another order. In the same transaction, give the item where the
 * state becomes `given`, and take it where the state leaves `given`: here, the state itself says who has the item.
 * @param {Database} db
 * @param {string} reference
 * @param {string} to
 * @param {string[]} from
 * @param {number} [news]
 * @returns {Promise<string | null>}
 */
async function move(db, reference, to, from, news) {
  const change = `update orders
    set state = case when state = any($3) and news = coalesce($4, news) then $2 else state end
    where reference = $1 returning state`;
  try {
    return (await db.query(change, [reference, to, from, news])).rows[0].state;
  } catch (error) {
    if (/** @type {{ code?: string }} */ (error).code === '23505') return null; // unique_violation
    throw error;
  }
}

/**
 * @param {AbortSignal} signal
 * @param {() => Promise<void>} work
 */
async function repeat(signal, work) {
  while (!signal.aborted) {
    await work().catch((error) => console.error('Retrying in 0.5 s:', error));
    await sleep(500, undefined, { signal }).catch(() => {});
  }
}

/**
 * @param {unknown} error
 * @param {string[]} codes
 */
function isRefusal(error, ...codes) {
  return error instanceof PidError && codes.includes(error.code);
}
