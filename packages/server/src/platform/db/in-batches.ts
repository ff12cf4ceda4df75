/** So many that a batch takes a fraction of the ten seconds that a statement has, whatever waits. */
const batchMost = 5000;

/** Removes what is old so many at a time until nothing is left: years of it in one statement would be broken off, and never go. */
export async function inBatches(removeSome: (most: number) => Promise<number | null>): Promise<void> {
  while ((await removeSome(batchMost)) === batchMost);
}
