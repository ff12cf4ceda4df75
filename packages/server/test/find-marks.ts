import type { Database } from '../src/platform/db/index.ts';
import { HttpClient, type Answer } from './http-client.ts';

/** Returns every row of every table that contains a mark, as text or as bytes. */
export async function findMarks(db: Database, marks: readonly string[]): Promise<string[]> {
  const { rows: tables } = await db.query<{ name: string }>(
    'select quote_ident(tablename) as name from pg_tables where schemaname = current_schema() order by 1',
  );
  const needles = marks.flatMap((mark) => [mark, Buffer.from(mark).toString('hex')]);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.query<{ row: string }>(
      `select t::text as row from ${name} t where exists (select from unnest($1::text[]) n where position(lower(n) in lower(t::text)) > 0)`,
      [needles],
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

/** A browser with its own user agent and its own address. */
export class MarkedClient extends HttpClient {
  readonly #own: Record<string, string>;

  constructor(baseUrl: string, marks: { readonly device: string; readonly address: string }) {
    super(baseUrl);
    this.#own = { 'user-agent': marks.device, 'x-forwarded-for': marks.address };
  }

  override sendOnce(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Answer> {
    // Development routes respond only to this machine.
    const { 'x-forwarded-for': _address, ...here } = this.#own;
    const own = /\/development-provider|\/checkout\/|\/v1\/dev\//.test(path) ? here : this.#own;
    return super.sendOnce(method, path, body, { ...own, ...headers });
  }
}
