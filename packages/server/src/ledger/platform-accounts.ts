/**
 * Accounts that the migrations create. Their ids are the highest, so that they are locked last. The sixteen
 * fee accounts are listed below.
 */
export const platformAccounts = {
  paymentClearing: 9_000_000_000_000_000_002n,
  providerFees: 9_000_000_000_000_000_003n,
  receivables: 9_000_000_000_000_000_004n,
  forfeited: 9_000_000_000_000_000_005n,
  suspense: 9_000_000_000_000_000_006n,
  settlements: 9_000_000_000_000_000_007n,
  activations: 9_000_000_000_000_000_008n,
} as const;

/**
 * Our fees are spread over sixteen accounts, so that nodes do not queue for one row. The income is their sum.
 */
export const feeAccounts: readonly bigint[] = [
  9_000_000_000_000_000_001n,
  ...Array.from({ length: 15 }, (_, index) => 9_000_000_000_000_000_101n + BigInt(index)),
];

/** Chooses by the last digit of the id of the posting or payment, like `ledger_fee_account`. */
export function feeAccountOf(id: string): bigint {
  // mutant (ledger/fee-accounts): Number.parseInt(id.slice(-1), 16) => 0
  return feeAccounts[Number.parseInt(id.slice(-1), 16)]!;
}
