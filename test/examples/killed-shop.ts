import type { ItemStore, Till } from '../../examples/game/server/sell-items.ts';

/** What outlives a killed process: the records of the game's database. */
export interface Records {
  readonly orders: Map<string, { readonly buyer: string; isGranted: boolean; grants: number }>;
  lastEvent: number;
}

export class Killed extends Error {}

/**
 * One life of the game's server. It dies at its `diesAt`-th await: before what is awaited happens, or after it happened and before anybody
 * heard of it (`when`). `awaits` counts how many there were.
 */
export function oneLife(diesAt: number, when: 'before' | 'after') {
  let awaits = 0;
  async function step<T>(work: () => Promise<T>): Promise<T> {
    awaits += 1;
    const isLast = awaits === diesAt;
    if (isLast && when === 'before') throw new Killed();
    const result = await work();
    if (isLast) throw new Killed();
    return result;
  }
  return { step, awaits: () => awaits };
}

type Step = ReturnType<typeof oneLife>['step'];

export function storeOf(records: Records, step: Step): ItemStore {
  return {
    order: (reference, { buyer }) =>
      step(async () => {
        if (!records.orders.has(reference))
          records.orders.set(reference, { buyer, isGranted: false, grants: 0 });
      }),
    grant: (reference) =>
      step(async () => {
        const order = records.orders.get(reference);
        if (!order) return false;
        if (!order.isGranted) order.grants += 1;
        order.isGranted = true;
        return true;
      }),
    revoke: (reference) =>
      step(async () => {
        const order = records.orders.get(reference);
        if (order) order.isGranted = false;
      }),
    lastEvent: () => step(async () => records.lastEvent),
    rememberEvent: (number) =>
      step(async () => {
        records.lastEvent = number;
      }),
  };
}

export function tillOf({ payments }: Till, step: Step): Till {
  return {
    payments: {
      create: (request) => step(() => payments.create(request)),
      capture: (id) => step(() => payments.capture(id)),
      void: (id) => step(() => payments.void(id)),
      get: (id) => step(() => payments.get(id)),
    },
  };
}
