import type { Tier } from './tiers.store.ts';

/**
 * A method by which an operator establishes who a player is, such as a provider that compares a face with an
 * identity card. `setTier` applies its verdict.
 */
export interface IdentityCheck<Evidence> {
  /** Name of the method, for the audit log. */
  readonly method: string;
  /** Runs outside of a transaction, so that an adapter can ask a provider. Throws a refusal if it cannot decide. */
  judge(player: { readonly pid: string }, evidence: Evidence): Promise<Verdict>;
}

export interface Verdict {
  readonly tier: Tier;
  /** Must not contain personal data: the audit log keeps it. */
  readonly reason: string;
}

/** An administrator looks at what the operator collected elsewhere, and decides. */
export const manualCheck: IdentityCheck<Verdict> = {
  method: 'manual',
  judge: (_player, verdict) => Promise.resolve(verdict),
};
