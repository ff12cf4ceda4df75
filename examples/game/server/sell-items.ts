import type { AppEvent, Payment, PaymentRequest } from '@pid/sdk/server';

/** What the shop needs of PID: `createAppClient({ …, scope: 'read payments' })` is one. */
export interface Till {
  readonly payments: {
    create(request: PaymentRequest): Promise<Payment>;
    capture(id: string): Promise<Payment>;
    void(id: string): Promise<Payment>;
    get(id: string): Promise<Payment>;
  };
}

/** The game's own records. Each call is one transaction of its database: it has happened whole, or not at all. */
export interface ItemStore {
  /** Makes an order, or returns the one that there is under this reference. */
  order(reference: string, order: { item: string; buyer: string }): Promise<void>;
  /** Gives the item of an order; true also when it was given before. False for an order that is unknown. */
  grant(reference: string): Promise<boolean>;
  /** Takes the item of an order away again, when its money went back. */
  revoke(reference: string): Promise<void>;
  /** The number of the last event that was worked off. */
  lastEvent(): Promise<number>;
  rememberEvent(number: number): Promise<void>;
}

export interface Item {
  readonly name: string;
  readonly price: number;
}

/**
 * Begins a purchase; the player goes to `payUrl`. The order is written first: whatever dies after it, the same reference is the same
 * order and the same payment.
 */
export async function beginPurchase(
  till: Till,
  store: ItemStore,
  purchase: { reference: string; item: Item; buyer: string; returnTo: string },
): Promise<Payment> {
  const { reference, item, buyer, returnTo } = purchase;
  await store.order(reference, { item: item.name, buyer });
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
 * Works off what PID tells of payments. Held money is not ours yet: the item is given, and then the money is taken. Every step may be
 * repeated, and the event's number is stored last, so that a server that dies anywhere in between does the rest when it is back. Should
 * the money have gone back before we could take it, the item goes back too.
 */
export async function workOff(till: Till, store: ItemStore, event: AppEvent): Promise<void> {
  const { paymentId, reference } = event.data;
  if (typeof paymentId === 'string' && typeof reference === 'string') {
    if (event.type === 'payment.held' || event.type === 'payment.capture_due')
      await fulfil(till, store, { paymentId, reference });
    if (event.type === 'payment.void') await store.revoke(reference);
  }
  await store.rememberEvent(event.number);
}

async function fulfil(
  till: Till,
  store: ItemStore,
  { paymentId, reference }: { paymentId: string; reference: string },
): Promise<void> {
  const { status } = await till.payments.get(paymentId);
  if (status !== 'held') return;
  if (await store.grant(reference)) await till.payments.capture(paymentId).catch(unlessTooLate);
  else await till.payments.void(paymentId);
}

/** The money went back meanwhile: an event says so, and takes the item with it. */
function unlessTooLate(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'payment_ended')) throw error;
}
