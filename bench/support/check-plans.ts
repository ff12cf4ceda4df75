import type pg from 'pg';
import { findIdentityByPid } from '../../packages/server/src/identity/index.ts';
import { findAccount, findBalance } from '../../packages/server/src/ledger/accounts.store.ts';
import { listEntries, versionRange } from '../../packages/server/src/ledger/statement.store.ts';
import type { Queryable } from '../../packages/server/src/platform/db/index.ts';
import { getAdmission } from '../../packages/server/src/sessions/sessions.store.ts';
import { pidOfPlayer } from './players.ts';

const growing = [
  'identities',
  'profiles',
  'sessions',
  'ledger_accounts',
  'ledger_postings',
  'ledger_entries',
  'ledger_keys',
];

/**
 * Returns how often PostgreSQL has scanned each growing table sequentially, including scans by functions and
 * background work.
 */
export async function sequentialScans(owner: pg.Client): Promise<Map<string, number>> {
  // PostgreSQL sessions report their statistics with a delay of up to a second.
  await new Promise((resolve) => setTimeout(resolve, 1200));
  await owner.query('select pg_stat_clear_snapshot()');
  const { rows } = await owner.query<{ relname: string; seq_scan: string }>(
    'select relname, seq_scan from pg_stat_user_tables where relname = any($1)',
    [growing],
  );
  return new Map(rows.map(({ relname, seq_scan: count }) => [relname, Number(count)]));
}

/**
 * Returns the sequential scans in the plans of the hot paths' statements, each as `table in statement`; empty
 * if the plans use only indexes.
 */
export async function explainHotStatements(owner: pg.Client, players: number): Promise<string[]> {
  const { rows: ids } = await owner.query<{ id: string; session: string }>(
    'select i.id, s.id as session from identities i join sessions s on s.identity_id = i.id where i.handle = $1',
    [pidOfPlayer(players >> 1).split('@')[0]],
  );
  const { id, session } = ids[0]!;
  const asked: { text: string; name: string; values: (string | bigint | number | null)[] }[] = [];
  const recorder: Queryable = {
    async query(query, values) {
      const config = typeof query === 'string' ? { text: query, name: query.slice(0, 40) } : query;
      asked.push({
        text: config.text,
        name: config.name ?? config.text.slice(0, 40),
        values: [...(values ?? config.values ?? [])],
      });
      return owner.query(config.text, (values ?? config.values) as unknown[]);
    },
  };
  await getAdmission(recorder, id, session);
  await findIdentityByPid(recorder, pidOfPlayer(players >> 1));
  await findAccount(recorder, { kind: 'identity', id });
  await findBalance(recorder, { kind: 'identity', id });
  await versionRange(recorder, 1n, null, null);
  await listEntries(recorder, 1n, { above: 0n, upTo: 5n }, 50);
  const found: string[] = [];
  for (const { name, text, values } of asked) {
    for (const mode of ['force_generic_plan', 'force_custom_plan']) {
      for (const table of await scannedTables(owner, text, values, mode)) found.push(`${table} in ${name}`);
    }
  }
  return [...new Set(found)];
}

/**
 * Explains a prepared statement. Pooled connections end up with a generic or a custom plan, so the caller
 * checks both.
 */
async function scannedTables(
  owner: pg.Client,
  text: string,
  values: readonly (string | bigint | number | null)[],
  mode: string,
): Promise<string[]> {
  await owner.query(`set plan_cache_mode = ${mode}`);
  await owner.query(`prepare checked as ${text}`);
  try {
    const literals = values.map((value) => (value === null ? 'null' : owner.escapeLiteral(String(value))));
    const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
      `explain execute checked (${literals.join(', ')})`,
    );
    return rows.flatMap((row) => {
      const table = /Seq Scan on (\w+)/.exec(row['QUERY PLAN'])?.[1];
      return table && growing.includes(table) ? [table] : [];
    });
  } finally {
    await owner.query('deallocate checked');
    await owner.query('reset plan_cache_mode');
  }
}
