/**
 * Small enough that a batch takes a fraction of the ten-second statement timeout, however many rows there
 * are.
 */
const batchMost = 5000;

/**
 * Deletes expired rows in batches until none is left. A single statement over years of rows would time out
 * every time.
 */
export async function inBatches(removeSome: (most: number) => Promise<number | null>): Promise<void> {
  while ((await removeSome(batchMost)) === batchMost);
}
