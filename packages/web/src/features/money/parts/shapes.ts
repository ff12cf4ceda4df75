import type { Reply } from '@pid/contract/client';

export type Balance = Reply<'getBalance'>;
export type StatementEntry = Reply<'getStatement'>['items'][number];
export type EntryType = StatementEntry['type'];
export type SendQuote = Reply<'quoteSend'>;
export type SendReceipt = Reply<'getSendReceipt'>;
export type TopUp = Reply<'getTopUp'>;
export type TopUpQuote = Reply<'quoteTopUp'>;
export type FeeIncome = Reply<'getFeeIncome'>;
export type FeeTotals = FeeIncome['total'];
export type AdministeredTopUp = Reply<'getTopUpAsAdmin'>;
export type PaymentStatus = PlayerPayment['status'];
export type AppPayment = Reply<'getPayment'>;
export type PlayerPayment = Reply<'getOwnPayment'>;
export type MoneyLinkFacts = Reply<'describeMoneyLink'>;
export type ChargingApp = Reply<'listChargingApps'>['items'][number];
export type Limits = Reply<'getLimits'>;
export type SuspenseItem = Reply<'listSuspense'>['items'][number];
