/** Answers about rupiah; amounts are whole rupiah, as JSON integers. */
export interface Balance {
  readonly currency: 'IDR';
  readonly balance: number;
  readonly asOf: string;
}

export type EntryType = 'send' | 'receive' | 'topup' | 'refund' | 'payout' | 'app_fee' | 'forfeit';

export interface StatementEntry {
  readonly id: string;
  readonly type: EntryType;
  /** What the balance changed by, fees included. */
  readonly amount: number;
  readonly balanceAfter: number;
  readonly counterparty?: string;
  readonly fee?: number;
  readonly app?: string;
  readonly note?: string;
  readonly createdAt: string;
}

interface SendFees {
  readonly global: number;
  readonly app: number;
  readonly total: number;
}

export interface SendQuote {
  readonly amount: number;
  readonly fees: SendFees;
  readonly debited: number;
  readonly balance: number;
}

export interface SentMoney extends SendQuote {
  readonly id: string;
  readonly createdAt: string;
}

export interface SendReceipt {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  /** For the sender alone. */
  readonly fees?: SendFees;
  readonly app?: string;
  readonly note?: string;
  readonly createdAt: string;
}

type TopUpStatus = 'pending' | 'paid' | 'expired' | 'failed' | 'refunded';

export interface TopUp {
  readonly id: string;
  readonly checkoutUrl: string;
  readonly amount: number;
  readonly total: number;
  readonly status: TopUpStatus;
  readonly expiresAt: string;
}

export interface PublicProfile {
  readonly pid: string;
  readonly displayName: string | null;
}

export interface Payout {
  readonly id: string;
  readonly amount: number;
  /** What is left in the escrow. */
  readonly balance: number;
}

export interface FeeTotals {
  readonly sends: number;
  readonly topUps: number;
  readonly global: number;
  readonly app: number;
  readonly provider: number;
  readonly income: number;
}

export interface FeeIncome {
  readonly total: FeeTotals;
  readonly items: readonly (FeeTotals & { readonly day: string })[];
}

export interface AdministeredTopUp {
  readonly id: string;
  readonly pid: string;
  readonly amount: number;
  readonly total: number;
  readonly status: TopUpStatus;
  readonly provider: string;
  readonly paymentId: string | null;
  readonly refunded: number;
  readonly receivable: number;
}

export interface Limits {
  readonly stepUpAmount: number;
  readonly dailyLimit: number;
  readonly noticeAmount: number;
  readonly pendingStepUpAmount?: number;
  readonly pendingDailyLimit?: number;
  readonly pendingFrom?: string;
}

export interface SuspenseItem {
  readonly id: string;
  readonly source: 'topup' | 'app_fee' | 'account';
  readonly amount: number;
  readonly returned: number;
  readonly reason: 'account_closed' | 'app_closed' | 'balance_full' | 'paid_twice' | 'other_amount';
  readonly since: string;
  readonly state: 'open' | 'returned' | 'credited';
  readonly provider: string | null;
  readonly paymentId: string | null;
  readonly holder: string | null;
  readonly refundAskedAt: string | null;
}
