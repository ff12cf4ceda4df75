import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PidError, type AppClient, type AppEvent, type Payment, type PaymentPage } from '@pid/sdk/server';
import type { ItemStore } from './item-store.ts';

/** What the shop needs of PID: `createAppClient({ …, scope: 'read payments' })` is one. */
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

/** Goes on with the order that the player has left open, or makes another. Null when the item is theirs already. */
export async function buy(till: Till, store: ItemStore, wish: Wish): Promise<Payment | null> {
  const orders = store.ordersOf(wish.buyer).filter(({ item }) => item === wish.item.id);
  if (orders.some(({ status }) => status === 'given')) return null;
  const left = orders.find(({ status }) => status === 'open');
  if (left) {
    const payment = await beginPurchase(till, store, { ...wish, reference: left.reference });
    if (payment.status === 'open' || payment.status === 'held') return payment;
    // Declined or expired; its event has not been worked off yet.
    await settle(till, store, { paymentId: payment.id, reference: left.reference });
  }
  return beginPurchase(till, store, { ...wish, reference: randomUUID() });
}

/**
 * Begins a purchase; the player goes to `payUrl`. The order is written first: whatever dies after it, the same reference is the same
 * order and the same payment.
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
 * Works off what PID tells, for as long as the server runs. Every step may be repeated, and the event's number is stored last: a server
 * that dies anywhere in between does the rest when it is back.
 */
export async function keepShop(till: Till, store: ItemStore, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const after = store.lastEvent();
      for await (const event of till.events(after === 0 ? { signal } : { after, signal }))
        await workOff(till, store, event);
    } catch (error) {
      // Away for more than 30 days, or PID was restored to an earlier moment: the numbers say nothing, so every order is looked at.
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
 * Brings an order to where its payment is. Held money is not ours yet: the item is given, and then the money is taken. Should the money
 * have gone back before we could take it, or later, the item goes back too.
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

/** The money went back meanwhile: an event says so, and takes the item with it. */
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
  // From the oldest that is kept: what was worked off already changes nothing.
  await store.rememberEvent(0);
}

function report(error: unknown): void {
  console.error('The shop goes on in a moment:', error);
}
