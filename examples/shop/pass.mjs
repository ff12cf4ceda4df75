// Sells a monthly pass through PID: the player approves an allowance once, and the shop charges it every month.
import { setTimeout as sleep } from 'node:timers/promises';
import { PidError } from '@pid/sdk/server';

/**
 * @typedef {Pick<import('@pid/sdk/server').AppClient, 'allowances' | 'payments' | 'events'>} App
 * @typedef {Pick<import('pg').Pool, 'query'>} Database
 * @typedef {{ id: string, name: string, price: number }} Item
 * @typedef {{ reference: string, item: string, player: string, price: number, name: string, return_to: string, month: string | null, seen: string }} Pass
 */

// A player has the pass until `paid_until`. A pass that is not `over` has work to do from `try_at` on. `month` is the end of the
// month whose charge has begun.
export const schema = `
  create table if not exists passes (
    reference text primary key, item text not null, player text not null, price integer not null, name text not null,
    return_to text not null, paid_until timestamptz, month text, over boolean not null default false,
    try_at timestamptz not null default now());
  create index if not exists passes_due on passes (try_at) where not over;
  create table if not exists last_pass_event (id integer primary key default 1 check (id = 1), number bigint not null)`;

/**
 * Starts a pass. Send the player to the `approveUrl` of the allowance. The pass is stored first, and the same reference
 * always returns the same allowance: after a crash, call this again.
 * @param {App} app
 * @param {Database} db
 * @param {{ reference: string, item: Item, player: string, returnTo: string }} wish
 */
export async function beginPass(app, db, { reference, item, player, returnTo }) {
  await db.query(
    `insert into passes (reference, item, player, price, name, return_to) values ($1, $2, $3, $4, $5, $6)
     on conflict (reference) do nothing`,
    [reference, item.id, player, item.price, item.name, returnTo],
  );
  const { rows } = await db.query('select * from passes where reference = $1', [reference]);
  return readAllowance(app, rows[0]);
}

/**
 * Ends a pass, because the player cancelled it in the game. The player keeps what is paid.
 * @param {App} app
 * @param {Database} db
 * @param {string} reference
 */
export async function endPass(app, db, reference) {
  const { rows } = await db.query('select * from passes where reference = $1', [reference]);
  await app.allowances.end((await readAllowance(app, rows[0])).id);
  await db.query('update passes set over = true where reference = $1', [reference]);
}

/**
 * Charges every pass once a month, until `signal` aborts. Any number of servers may run this on one database.
 * @param {App} app
 * @param {Database} db
 * @param {AbortSignal} signal
 */
export async function keepPasses(app, db, signal) {
  await Promise.all([
    repeat(signal, () => readEvents(app, db, signal)),
    repeat(signal, () => chargePasses(app, db)),
  ]);
}

/**
 * The same request returns the allowance as it is now. `amount` bounds what the player pays in a month, fees included.
 * @param {App} app
 * @param {Pass} pass
 */
function readAllowance(app, { reference, player, price, name, return_to: returnTo }) {
  const amount = price + Math.max(100, Math.ceil(price / 1000));
  return app.allowances.create({
    reference,
    pid: player,
    amount,
    period: 'month',
    description: name,
    returnTo,
  });
}

/**
 * An event only says that there is work to do: what to do depends on the allowance.
 * @param {App} app
 * @param {Database} db
 * @param {AbortSignal} signal
 */
async function readEvents(app, db, signal) {
  const { rows } = await db.query('select number from last_pass_event');
  const after = rows.length === 0 ? {} : { after: Number(rows[0].number) };
  try {
    for await (const { number, data } of app.events({ ...after, signal })) {
      const told = 'allowanceId' in data ? data.reference : null;
      await db.query(
        `with told as (update passes set try_at = now() where reference = $1)
         insert into last_pass_event (number) values ($2) on conflict (id) do update set number = excluded.number`,
        [told, number],
      );
    }
  } catch (error) {
    // Events are deleted after 30 days (gone). After PID was restored from a backup, it has fewer events (ahead).
    if (!isRefusal(error, 'events_gone', 'events_ahead')) throw error;
    await db.query('update passes set try_at = now() where not over');
    await db.query('delete from last_pass_event');
  }
}

/**
 * @param {App} app
 * @param {Database} db
 */
async function chargePasses(app, db) {
  const due = `select *, try_at::text as seen from passes where not over and try_at <= now() order by try_at limit 100`;
  for (const pass of (await db.query(due)).rows)
    try {
      await charge(app, db, pass);
    } catch (error) {
      // One pass that fails must not stop the others.
      console.error(`Pass ${pass.reference} failed; retrying in 10 s:`, error);
      const later = "update passes set try_at = now() + interval '10 seconds' where reference = $1";
      await db.query(later, [pass.reference]);
    }
}

/**
 * Charges the current month. Every step can be repeated: the reference of the payment contains the month, so no month is
 * charged twice.
 * @param {App} app
 * @param {Database} db
 * @param {Pass} pass
 */
async function charge(app, db, pass) {
  const { reference } = pass;
  const { id, status, periodEnds, approveBy } = await readAllowance(app, pass);
  if (status === 'ended') {
    await db.query('update passes set over = true where reference = $1', [reference]);
    return;
  }
  let paidUntil = /** @type {string | null} */ (null);
  let next = approveBy;
  if (status === 'active') {
    // Stored before the charge: after a crash, the same month is charged again, under the same reference.
    const month = pass.month ?? periodEnds;
    await db.query('update passes set month = $2 where reference = $1', [reference, month]);
    const wish = { reference: `${reference} ${month.slice(0, 10)}`, allowance: id };
    try {
      const { paidAt } = await app.payments.create({ ...wish, amount: pass.price, description: pass.name });
      // At the turn of the month, the charge may already belong to the next one.
      const isLate = paidAt !== null && paidAt >= month;
      paidUntil = next = isLate ? (await readAllowance(app, pass)).periodEnds : month;
    } catch (error) {
      // The player cannot pay now, and knows why. Without a payment the pass pauses; the shop tries again tomorrow.
      if (!isRefusal(error, 'allowance_unavailable', 'allowance_exceeded')) throw error;
      next = new Date(Date.now() + 86_400_000).toISOString();
    }
  }
  // An event that came meanwhile has changed `try_at`: there is work to do again.
  const done = `update passes set paid_until = coalesce($2, paid_until), month = null,
    try_at = case when try_at = $4 then $3 else try_at end where reference = $1`;
  await db.query(done, [reference, paidUntil, next, pass.seen]);
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
