import { expect, test } from 'vitest';
import { fileDatabase } from './testing/ledger-fixture.ts';
import { computeFees } from './compute-fees.ts';

/**
 * Cases for both implementations of the fee rules: TypeScript computes quotes, SQL decides. Amounts in
 * rupiah.
 */
const cases: readonly {
  readonly amount: bigint;
  readonly rule?: { readonly bps: bigint; readonly minimum: bigint };
  readonly terms?: { readonly feeBps: number; readonly feeFlat: number; readonly isWaived?: boolean };
  readonly global: bigint;
  readonly app: bigint;
}[] = [
  { amount: 1n, global: 100n, app: 0n },
  { amount: 100_000n, global: 100n, app: 0n },
  { amount: 100_001n, global: 101n, app: 0n },
  { amount: 1_000_000n, global: 1000n, app: 0n },
  { amount: 1_000_001n, global: 1001n, app: 0n },
  { amount: 999_999_999_999n, global: 1_000_000_000n, app: 0n },
  { amount: 1n, terms: { feeBps: 1, feeFlat: 0 }, global: 100n, app: 1n },
  { amount: 10_000n, terms: { feeBps: 250, feeFlat: 0 }, global: 100n, app: 250n },
  { amount: 10_001n, terms: { feeBps: 250, feeFlat: 7 }, global: 100n, app: 258n },
  { amount: 50_000n, terms: { feeBps: 0, feeFlat: 1_000_000 }, global: 100n, app: 1_000_000n },
  { amount: 500_000n, terms: { feeBps: 1000, feeFlat: 0, isWaived: true }, global: 0n, app: 50_000n },
  { amount: 1n, terms: { feeBps: 0, feeFlat: 0, isWaived: true }, global: 0n, app: 0n },
  { amount: 1n, rule: { bps: 0n, minimum: 0n }, global: 0n, app: 0n },
  { amount: 12_345n, rule: { bps: 33n, minimum: 1n }, global: 41n, app: 0n },
];

const db = await fileDatabase();

test.each(cases.map((each, index) => ({ ...each, version: index + 2 })))(
  'amount $amount with rule $rule and terms $terms costs $global and $app',
  async ({ amount, rule = { bps: 10n, minimum: 100n }, terms, global, app, version }) => {
    const isWaived = terms?.isWaived ?? false;
    const judged = terms && { ...terms, verified: isWaived, connected: isWaived };
    expect(computeFees({ version, ...rule }, amount, judged ?? null)).toEqual({
      global,
      app,
      total: global + app,
    });
    await db.query('insert into ledger_fee_rules (version, bps, minimum) values ($1, $2, $3)', [
      version,
      rule.bps,
      rule.minimum,
    ]);
    const { rows } = await db.query(
      'select global_fee, app_fee from fees_of_payment($1, $2, $3::smallint, $4, $5, $6)',
      [amount, terms === undefined, version, isWaived, terms?.feeBps ?? 0, terms?.feeFlat ?? 0],
    );
    expect(rows).toEqual([{ global_fee: global, app_fee: app }]);
  },
);
