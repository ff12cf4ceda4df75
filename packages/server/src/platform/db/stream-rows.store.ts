import type { Tx } from './database.ts';

let opened = 0;

/**
 * Yields the rows of a query in batches, through a cursor: at no time are more than `batchRows` of them in
 * memory, however many there are. Several streams of one transaction see the same snapshot.
 */
export async function* streamRows<Row extends object>(
  tx: Tx,
  query: string,
  values: readonly unknown[],
  batchRows: number,
): AsyncGenerator<Row[], void, undefined> {
  const name = `stream_${(opened += 1)}`;
  await tx.query(`declare ${name} no scroll cursor for ${query}`, values);
  for (;;) {
    const { rows } = await tx.query<Row>(`fetch ${batchRows} from ${name}`);
    if (rows.length > 0) yield rows;
    if (rows.length < batchRows) break;
  }
  await tx.query(`close ${name}`);
}
