import { mkdir, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

/** `open`: not delivered yet. `given`: the buyer has the item. `ended`: nothing was paid, or the money went back and the item was removed. */
export type OrderStatus = 'open' | 'given' | 'ended';

export interface Order {
  readonly reference: string;
  readonly item: string;
  readonly buyer: string;
  readonly status: OrderStatus;
}

/** The game's own records. Each call is one transaction: when it has returned, its change survives a crash. */
export interface ItemStore {
  /** Creates an order, or returns the existing one with this reference. */
  order(wish: { reference: string; item: string; buyer: string }): Promise<Order>;
  /**
   * Gives the item to the buyer. Returns true also if this order has given it before. Returns false if the order has ended, or if the buyer
   * already has the item from another order.
   */
  give(reference: string): Promise<boolean>;
  /** Ends an order and removes its item if it was given. */
  end(reference: string): Promise<void>;
  find(reference: string): Order | undefined;
  ordersOf(buyer: string): readonly Order[];
  /** The number of the last processed event; 0 if there is none. */
  lastEvent(): number;
  rememberEvent(number: number): Promise<void>;
  close(): Promise<void>;
}

type Line =
  | { readonly order: Omit<Order, 'status'> }
  | { readonly status: OrderStatus; readonly reference: string }
  | { readonly event: number };

/**
 * A journal file. Every change is one line, which is on disk before the call returns; the state is rebuilt from the lines. In a game with a
 * database, use a table of orders and a row with the number of the last event.
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

  // Transactions run one after another, so each sees the changes of those before it.
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
    // After a failed write, the content of the file is unknown: all later writes fail until the server restarts.
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

/** The server crashed while writing a line without a line break. No caller has seen its result, so it is cut off. */
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
