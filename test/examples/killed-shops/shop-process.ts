/**
 * Many shops in one process, each with a separate app, feed and schema of the database. Each shop runs the
 * unchanged loop of examples/shop until its planned step and stops there, before or after it. When all have
 * stopped, the parent kills the process with SIGKILL, so every shop dies exactly at its step.
 */
import { createAppClient, PidError } from '@pid/sdk/server';
import pg from 'pg';
import { beginPurchase, keepShop, schema, type App, type Database } from '../../../examples/shop/sell.mjs';
import type { Death, FromShop, ShopSettings, ToShop } from './messages.ts';

const say = (message: FromShop) => process.send!(message);
const never = new Promise<never>(() => {});

/** Counts the steps of a shop and stops it permanently at the planned one. */
function lifeOf(shop: number, death: Death | null) {
  const counts = new Map<string, number>();
  let isDead = false;
  const stop = (at: string) => {
    isDead = true;
    say({ shop, diedAt: at });
    return never;
  };
  return async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (isDead) return never;
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    say({ shop, step: name });
    const isLast = name === death?.step && nth === death.nth;
    if (isLast && death.when === 'before') return stop(`before ${name}`);
    const result = await work();
    if (isLast) return stop(`after ${name}`);
    return isDead ? never : result;
  };
}

type Step = ReturnType<typeof lifeOf>;

/** The name of a statement: its first words, and the state that it sets. */
function nameOf(text: string, values: readonly unknown[] = []): string {
  const words = text.replaceAll(/\s+/g, ' ').slice(0, 46).trim();
  return words.includes('case when') ? `${words} → ${String(values[1])}` : words;
}

function databaseIn(step: Step, pool: pg.Pool): Database {
  const query = (text: string, values?: unknown[]) =>
    step(nameOf(text, values), () => pool.query(text, values));
  return { query } as Database;
}

/** The unchanged SDK, with every network response as a step. */
function appIn(step: Step, { clientId, clientSecret, baseUrl }: ShopSettings): App {
  const what = (url: string) =>
    /(token|events|capture|void|refunds|payments)(?:\?.*)?$/.exec(url)?.[1] ?? '{id}';
  return createAppClient({
    clientId,
    clientSecret,
    baseUrl,
    scope: 'read payments',
    // A slow response is not a fault here, so a busy machine gets a long timeout.
    timeoutMillis: 120_000,
    fetch: (url, init) => step(`${init?.method} ${what(url as string)}`, () => fetch(url, init)),
  });
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

const shops = new Map<number, { app: App; db: Database }>();

process.on('message', (message: ToShop) => void obey(message));

async function obey(message: ToShop): Promise<void> {
  if ('open' in message) {
    const { shop, death, databaseUrl } = message.open;
    const step = lifeOf(shop, death);
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    await pool.query(schema);
    const [app, db] = [appIn(step, message.open), databaseIn(step, pool)];
    shops.set(shop, { app, db });
    void keepShop(app, db, new AbortController().signal);
    say({ shop, isOpen: true });
    return;
  }
  const { app, db } = shops.get(message.shop)!;
  const { id, status, total } = await again(() => beginPurchase(app, db, message.buy));
  say({ shop: message.shop, payment: { id, status, total } });
}
