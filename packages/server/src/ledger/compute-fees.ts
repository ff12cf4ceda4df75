import type { AppTerms } from './app-terms.ts';

/** The service's own fee. `ledger_fee_rules` has every rule that ever was, and the audit recomputes postings by the one they name. */
export interface FeeRule {
  readonly version: number;
  readonly bps: bigint;
  readonly minimum: bigint;
}

/** As the interface promises it, and as the tables come with it. */
export const firstFeeRule: FeeRule = { version: 1, bps: 10n, minimum: 100n };

export interface Fees {
  readonly global: bigint;
  readonly app: bigint;
  readonly total: bigint;
}

/** Both fees are of `amount`, never of each other. A verified app that the user has connected waives ours, its minimum too. */
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
