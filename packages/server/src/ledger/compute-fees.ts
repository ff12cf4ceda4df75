import type { AppTerms } from './app-terms.ts';

/**
 * The service's fee. `ledger_fee_rules` contains every rule that was ever used, and the audit recomputes each
 * posting with the rule that it names.
 */
export interface FeeRule {
  readonly version: number;
  readonly bps: bigint;
  readonly minimum: bigint;
}

/** The default rule. It is documented in the API and created with the tables. */
export const firstFeeRule: FeeRule = { version: 1, bps: 10n, minimum: 100n };

export interface Fees {
  readonly global: bigint;
  readonly app: bigint;
  readonly total: bigint;
}

/**
 * Both fees are computed from `amount`. Our fee, including its minimum, is waived for a verified app that the
 * player has connected.
 */
export function computeFees(
  rule: FeeRule,
  amount: bigint,
  terms: Pick<AppTerms, 'feeBps' | 'feeFlat' | 'verified' | 'connected'> | null,
): Fees {
  const waived = terms !== null && terms.verified && terms.connected;
  const percentage = ceilBps(amount, rule.bps);
  const global = waived ? 0n : percentage > rule.minimum ? percentage : rule.minimum;
  const app = terms === null ? 0n : ceilBps(amount, BigInt(terms.feeBps)) + BigInt(terms.feeFlat);
  return { global, app, total: global + app };
}

export function ceilBps(amount: bigint, bps: bigint): bigint {
  return (amount * bps + 9999n) / 10_000n;
}
