import type { AppTerms } from './app-terms.ts';

/** The rule in force; `ledger_fee_rules` has every rule that ever was, and the audit recomputes postings by it. */
export const feeRule = { version: 1, bps: 10n, minimum: 100n } as const;

export interface Fees {
  readonly global: bigint;
  readonly app: bigint;
  readonly total: bigint;
}

/** Both fees are of `amount`, never of each other. A verified app that the user has connected waives ours, its minimum too. */
export function computeFees(
  amount: bigint,
  terms: Pick<AppTerms, 'feeBps' | 'feeFlat' | 'verified' | 'connected'> | null,
): Fees {
  const waived = terms !== null && terms.verified && terms.connected;
  const percentage = ceilBps(amount, feeRule.bps);
  const global = waived ? 0n : percentage > feeRule.minimum ? percentage : feeRule.minimum;
  const app = terms === null ? 0n : ceilBps(amount, BigInt(terms.feeBps)) + BigInt(terms.feeFlat);
  return { global, app, total: global + app };
}

export function ceilBps(amount: bigint, bps: bigint): bigint {
  return (amount * bps + 9999n) / 10_000n;
}
