const batch = 100;

export interface Page {
  readonly limit: number;
  /** How many rows at the beginning of the list to leave out. */
  readonly skip: number;
}

/**
 * Handles every row of a list that handled rows leave. A row that fails stays in the list and does not keep the rows
 * after it waiting; the errors, with their rows, are thrown at the end. `list` returns rows in a fixed order.
 */
export async function handleEach<Row>(
  list: (page: Page) => Promise<readonly Row[]>,
  handle: (row: Row) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (;;) {
    const rows = await list({ limit: batch, skip: failures.length });
    for (const row of rows)
      await handle(row).catch((cause: unknown) =>
        failures.push(new Error(`${JSON.stringify(row)} failed`, { cause })),
      );
    if (rows.length < batch) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, `rows failed: ${failures.length}`);
}
