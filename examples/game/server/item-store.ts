import { mkdir, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

/** `open`: nothing given yet. `given`: the item is the buyer's. `ended`: no money came, or it went back, and the item with it. */
export type OrderStatus = 'open' | 'given' | 'ended';

export interface Order {
  readonly reference: string;
  readonly item: string;
  readonly buyer: string;
  readonly status: OrderStatus;
}

/** The game's own records. Each call is one transaction: when it has returned it has happened, whatever dies afterwards. */
export interface ItemStore {
  /** Makes an order, or returns the one that there is under this reference. */
  order(wish: { reference: string; item: string; buyer: string }): Promise<Order>;
  /**
   * Gives the item; true also when this order has given it before. False for an order that has ended, and for one whose buyer has the item
   * already by another.
   */
  give(reference: string): Promise<boolean>;
  /** Ends an order, and takes its item away again if it was given. */
  end(reference: string): Promise<void>;
  find(reference: string): Order | undefined;
  ordersOf(buyer: string): readonly Order[];
  /** The number of the last event that was worked off; 0: none. */
  lastEvent(): number;
  rememberEvent(number: number): Promise<void>;
  close(): Promise<void>;
}

type Line =
  | { readonly order: Omit<Order, 'status'> }
  | { readonly status: OrderStatus; readonly reference: string }
  | { readonly event: number };

/**
 * A journal: every change is a line, on the disk before anybody hears of it, and the state is what the lines say. A game with a database
 * has a table of orders and one of a single number instead.
 */
export async function openItemStore(file: string): Promise<ItemStore> {
  await mkdir(path.dirname(file), { recursive: true });
  const journal = await open(file, 'a+');
  const orders = new Map<string, Order>();
  let lastEvent = 0;

  function apply(line: Line): void {
    if ('order' in line) orders.set(line.order.reference, { ...line.order, status: 'open' });
    else if ('event' in line) lastEvent = line.event;
    else orders.set(line.reference, { ...orders.get(line.reference)!, status: line.status });
  }

  for (const line of await readLines(journal)) apply(line);

  const owns = ({ buyer, item }: Order) =>
    [...orders.values()].some(
      (other) => other.status === 'given' && other.buyer === buyer && other.item === item,
    );

  // One after the other: what is judged is what the lines before it have made.
  let turn: Promise<unknown> = Promise.resolve();
  function transaction<T>(work: () => { readonly line?: Line; readonly result: T }): Promise<T> {
    const done = turn.then(async () => {
      const { line, result } = work();
      if (!line) return result;
      await journal.appendFile(`${JSON.stringify(line)}\n`);
      await journal.datasync();
      apply(line);
      return result;
    });
    // After a write that failed nobody knows what the file says: nothing more is written until the server starts again.
    turn = done;
    turn.catch(() => {});
    return done;
  }

  return {
    order: (wish) =>
      transaction(() => {
        const known = orders.get(wish.reference);
        return known
          ? { result: known }
          : { line: { order: wish }, result: { ...wish, status: 'open' as const } };
      }),
    give: (reference) =>
      transaction(() => {
        const order = orders.get(reference);
        if (order?.status !== 'open' || owns(order)) return { result: order?.status === 'given' };
        return { line: { status: 'given', reference }, result: true };
      }),
    end: (reference) =>
      transaction(() => {
        const status = orders.get(reference)?.status ?? 'ended';
        return status === 'ended'
          ? { result: undefined }
          : { line: { status: 'ended', reference }, result: undefined };
      }),
    find: (reference) => orders.get(reference),
    ordersOf: (buyer) => [...orders.values()].filter((order) => order.buyer === buyer),
    lastEvent: () => lastEvent,
    rememberEvent: (number) => transaction(() => ({ line: { event: number }, result: undefined })),
    async close() {
      await turn.catch(() => {});
      await journal.close();
    },
  };
}

/** A line without its end was being written when the server died: nobody has heard of it, and it is cut off. */
async function readLines(journal: FileHandle): Promise<Line[]> {
  const text = await journal.readFile();
  const end = text.lastIndexOf(0x0a) + 1;
  if (end < text.length) {
    await journal.truncate(end);
    await journal.datasync();
  }
  return text
    .toString('utf8', 0, end)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}
