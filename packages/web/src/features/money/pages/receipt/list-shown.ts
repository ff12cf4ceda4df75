// Loads only when a player checks something.
import type { PlayerPayment, SendReceipt } from '../../../../kit/api/shapes.ts';
import type { ShownEntry } from '../../parts/check-books.ts';
import { readEntriesAt, type Receipt } from './read-receipt.ts';

function shownBySend({ id, amount, fees, createdAt }: SendReceipt): ShownEntry {
  return { id, amount: fees ? -(amount + fees.total) : amount, createdAt };
}

/**
 * The steps of a payment have no posting ids, but the entries of the statement at those moments do. Their
 * amounts must be those of the receipt.
 */
async function shownByPayment({ id, history }: PlayerPayment): Promise<ShownEntry[]> {
  const isHeld = history.some(({ status }) => status === 'held');
  // Held money has left the balance already, so the capture of it is no entry of the payer.
  const steps = history.filter(({ status }) => !(isHeld && status === 'paid'));
  const taken = new Set<string>();
  const shown: ShownEntry[] = [];
  for (const { status, amount: size, at } of steps) {
    const amount = status === 'held' || status === 'paid' ? -size : size;
    const entry = (await readEntriesAt(at)).find(
      (each) => each.payment === id && each.amount === amount && !taken.has(each.id),
    );
    if (entry) taken.add(entry.id);
    shown.push({ ...(entry ?? { id: null }), amount, createdAt: at });
  }
  return shown;
}

/** The entries of the player that a receipt shows. */
export async function listShown(receipt: Receipt): Promise<ShownEntry[]> {
  if (receipt.kind === 'send') return [shownBySend(receipt.send)];
  if (receipt.kind === 'payment') return shownByPayment(receipt.payment);
  return [receipt.entry];
}
