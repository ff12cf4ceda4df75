import { clientToPrimary, type Queryable } from '../platform/db/index.ts';
import type { FeeRule } from './compute-fees.ts';

export type FeeTerms = Omit<FeeRule, 'version'>;

export async function findFeeRule(db: Queryable, { bps, minimum }: FeeTerms): Promise<FeeRule | null> {
  const { rows } = await db.query<{ version: number }>(
    'select version from ledger_fee_rules where bps = $1 and minimum = $2 order by version limit 1',
    [bps, minimum],
  );
  return rows[0] ? { version: rows[0].version, bps, minimum } : null;
}

/**
 * Adds the rule unless it exists. It connects as the owner of the tables, because the service's role must not
 * be able to change fees. Concurrent calls create one rule.
 */
export async function ensureFeeRule(ownerUrl: string, terms: FeeTerms): Promise<void> {
  const client = await clientToPrimary(ownerUrl, { application_name: 'pid migrate' });
  await client.connect();
  try {
    const { rows } = await client.query<{ may: boolean }>(
      "select has_table_privilege('ledger_fee_rules', 'insert') as may",
    );
    if (!rows[0]?.may || (await findFeeRule(client, terms))) return;
    await client.query('begin');
    await client.query('lock table ledger_fee_rules in share row exclusive mode');
    await client.query(
      `insert into ledger_fee_rules (version, bps, minimum) select max(version) + 1, $1::int, $2::bigint from ledger_fee_rules
        having not bool_or(bps = $1::int and minimum = $2::bigint)`,
      [terms.bps, terms.minimum],
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
}
