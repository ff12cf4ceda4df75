/** The accounts that the migrations made; their ids are the highest, so that they are locked last. Fees have sixteen of their own. */
export const platformAccounts = {
  paymentClearing: 9_000_000_000_000_000_002n,
  providerFees: 9_000_000_000_000_000_003n,
  receivables: 9_000_000_000_000_000_004n,
  forfeited: 9_000_000_000_000_000_005n,
  suspense: 9_000_000_000_000_000_006n,
} as const;

/** Our own fees lie on sixteen accounts, so that nodes do not queue at one row. What was earned is their sum. */
export const feeAccounts: readonly bigint[] = [
  9_000_000_000_000_000_001n,
  ...Array.from({ length: 15 }, (_, index) => 9_000_000_000_000_000_101n + BigInt(index)),
];

/** As `ledger_fee_account`: by the last digit of the posting's or payment's id. */
export function feeAccountOf(id: string): bigint {
  // mutant (ledger/fee-accounts): Number.parseInt(id.slice(-1), 16) => 0
  return feeAccounts[Number.parseInt(id.slice(-1), 16)]!;
}
