import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PidError, type AppClient, type AppEvent, type Payment, type PaymentPage } from '@pid/sdk/server';
import type { ItemStore } from './item-store.ts';

/** The part of PID's client that the shop needs: `createAppClient({ …, scope: 'read payments' })`. */
export type Till = Pick<AppClient, 'payments' | 'events'>;

export interface Item {
  readonly id: string;
  readonly name: string;
  readonly price: number;
}

interface Wish {
  readonly item: Item;
  readonly buyer: string;
  readonly returnTo: string;
}

/** Continues the player's open order, or creates a new one. Returns null if the player already has the item. */
export async function buy(till: Till, store: ItemStore, wish: Wish): Promise<Payment | null> {
  const orders = store.ordersOf(wish.buyer).filter(({ item }) => item === wish.item.id);
  if (orders.some(({ status }) => status === 'given')) return null;
  const left = orders.find(({ status }) => status === 'open');
  if (left) {
    const payment = await beginPurchase(till, store, { ...wish, reference: left.reference });
    if (payment.status === 'open' || payment.status === 'held') return payment;
    // The payment was declined or has expired, but its event has not been processed yet.
    await settle(till, store, { paymentId: payment.id, reference: left.reference });
  }
  return beginPurchase(till, store, { ...wish, reference: randomUUID() });
}

/**
 * Starts a purchase; send the player to `payUrl`. The order is stored first: after a crash, the same reference leads to the same order and
 * the same payment.
 */
export async function beginPurchase(
  till: Till,
  store: ItemStore,
  purchase: Wish & { readonly reference: string },
): Promise<Payment> {
  const { reference, item, buyer, returnTo } = purchase;
  await store.order({ reference, item: item.id, buyer });
  return till.payments.create({
    reference,
    amount: item.price,
    description: item.name,
    pid: buyer,
    capture: 'manual',
    returnTo,
  });
}

/**
 * Processes PID's events until `signal` is aborted. Every step can be repeated, and the event's number is stored last: after a crash, the
 * server processes the event again.
 */
export async function keepShop(till: Till, store: ItemStore, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const after = store.lastEvent();
      for await (const event of till.events(after === 0 ? { signal } : { after, signal }))
        await workOff(till, store, event);
    } catch (error) {
      // The server was down for more than 30 days, or PID's database was restored from a backup. The stored number is useless, so check
      // every order.
      if (error instanceof PidError && ['events_gone', 'events_ahead'].includes(error.code))
        await beginAnew(till, store).catch(report);
      else report(error);
      await sleep(1000, undefined, { signal }).catch(() => {});
    }
  }
}

async function workOff(till: Till, store: ItemStore, event: AppEvent): Promise<void> {
  const { paymentId, reference } = event.data;
  if (event.type.startsWith('payment.') && typeof paymentId === 'string' && typeof reference === 'string')
    await settle(till, store, { paymentId, reference });
  await store.rememberEvent(event.number);
}

/**
 * Updates an order to the state of its payment. For held money, the item is given first and the money captured second. If the money goes back
 * to the player, before or after the capture, the item is removed too.
 */
async function settle(
  till: Till,
  store: ItemStore,
  { paymentId, reference }: { paymentId: string; reference: string },
): Promise<void> {
  if (!store.find(reference)) return;
  const { status } = await till.payments.get(paymentId);
  if (status === 'held') {
    if (await store.give(reference)) await till.payments.capture(paymentId).catch(unlessTooLate);
    else await till.payments.void(paymentId).catch(unlessTooLate);
  } else if (status !== 'open' && status !== 'paid') await store.end(reference);
}

/** The money went back to the player in the meantime. Its event removes the item. */
function unlessTooLate(error: unknown): void {
  if (!(error instanceof PidError && error.code === 'payment_ended')) throw error;
}

async function beginAnew(till: Till, store: ItemStore): Promise<void> {
  let cursor: string | null = null;
  do {
    const page: PaymentPage = await till.payments.list(
      cursor === null ? { limit: 100 } : { limit: 100, cursor },
    );
    for (const { id, reference } of page.items) await settle(till, store, { paymentId: id, reference });
    cursor = page.nextCursor;
  } while (cursor !== null);
  // Start from the oldest stored event. Processing an event again changes nothing.
  await store.rememberEvent(0);
}

function report(error: unknown): void {
  console.error('Processing events failed; retrying in 1 s:', error);
}
