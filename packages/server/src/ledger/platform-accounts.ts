/** The accounts that the migration made; their ids are the highest, so that they are locked last. */
export const platformAccounts = {
  fees: 9_000_000_000_000_000_001n,
  paymentClearing: 9_000_000_000_000_000_002n,
  providerFees: 9_000_000_000_000_000_003n,
  receivables: 9_000_000_000_000_000_004n,
  forfeited: 9_000_000_000_000_000_005n,
  suspense: 9_000_000_000_000_000_006n,
} as const;
