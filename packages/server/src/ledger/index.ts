export { openAccountBook, type AccountBook } from './account-book.ts';
export { closeAccount, findAccount, findBalance, lockAccounts } from './accounts.store.ts';
export { type AppDirectory, type AppTerms } from './app-terms.ts';
export type { ActivationPayments } from './activation-payments.ts';
export { auditLedger } from './audit-ledger.ts';
export { lastAuditRun, lastFullRun } from './audit-ledger.store.ts';
export type { TopUpRecords } from './audit-top-ups.store.ts';
export { clearingEntries, type ClearingEntry } from './clearing.store.ts';
export { ceilBps, computeFees, firstFeeRule, type FeeRule } from './compute-fees.ts';
export {
  familyAdmits,
  findFamily,
  listGrownUp,
  readAgeGate,
  readFamilies,
  saveAgeGate,
  isAgeNeeded,
  whyFamilyForbids,
  whyFamilyForbidsPayment,
  writeAdultFrom,
  writeFamily,
  type FamilyRefusal,
  type FamilyRules,
  type FamilyState,
} from './families.store.ts';
export { ensureFeeRule } from './fee-rules.store.ts';
export { feeTotalsByDay } from './fee-totals.store.ts';
export { getEarnings } from './get-earnings.ts';
export {
  accountNames,
  countLiabilities,
  differingLiabilities,
  lastPostingId,
  listPostingIds,
  openAccounts,
  ownVersions,
  readPostings,
  streamLiabilities,
  takeUnlogged,
  totalOwed,
  unloggedAmong,
  unloggedSeconds,
  type LoggedPosting,
} from './log-postings.store.ts';
export type { IdentityCheck, Verdict } from './identity-check.ts';
export { optionalAmount } from './optional-amount.ts';
export { refuseFullReceiver } from './refuse-full-receiver.ts';
export { openLedger, type Ledger } from './open-ledger.ts';
export { closeEscrow, escrowGuard } from './close-escrow.ts';
export { proofNumbers, type PayerProof } from './post-sends.store.ts';
export { newPostingId } from './posting-id.ts';
export { lastMove, listCounterparties, listMoves } from './list-moves.ts';
export { listLastMoves, listMovers } from './movers.store.ts';
export { findKey, insertKey } from './postings.store.ts';
export { getKeyedPosting } from './keyed-posting.ts';
export { balanceGuard } from './settle-deletion.ts';
export { refusalReasons } from './count-refusals.ts';
export { countAges, countTiers, readRefusals } from './reports.store.ts';
export { listSeals, unsealedDays } from './seals.store.ts';
export { stepUpOf } from './ledger.routes.ts';
export { unknownApp, type StepUp } from './send-money.ts';
export {
  countSuspense,
  findSuspenseItem,
  listSuspenseItems,
  markRefundAccepted,
  markRefundAsked,
  postSuspenseCredit,
  type SuspenseItem,
  type SuspenseReason,
} from './suspense.store.ts';
export { findTier, readTierRules, whyFull, type TierRules } from './tiers.store.ts';
export { ledgerRetention, ledgerSettings, type LedgerConfig } from './settings.ts';
