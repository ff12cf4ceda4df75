interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** Bounds the requests for a list that grows while it is read. */
const PAGES_MAX = 20;

/** Reads a list of which a page needs everything. */
export async function readPages<T>(
  load: (page: { readonly limit: number; readonly cursor?: string }) => Promise<Page<T>>,
  limit = 100,
): Promise<T[]> {
  let { items, nextCursor } = await load({ limit });
  const all = [...items];
  for (let page = 1; nextCursor !== null && page < PAGES_MAX; page += 1) {
    ({ items, nextCursor } = await load({ limit, cursor: nextCursor }));
    all.push(...items);
  }
  return all;
}
