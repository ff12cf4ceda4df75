import type { Reply } from '@pid/contract/client';

export type Identity = Reply<'getIdentity'>;
export type IdentityStatus = Identity['status'];
export type Profile = Reply<'getProfile'>;
export type LoginCredential = Reply<'listCredentials'>[number];
export type Provider = Reply<'listProviders'>[number];
export type PendingClaim = Reply<'getPendingClaim'>;
export type ClaimApp = NonNullable<PendingClaim['app']>;
export type ClaimAnswer = Reply<'claimHandle'>;

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
export type PlayerAllowance = Reply<'getAllowance'>;
export type PlayerPayment = Reply<'getOwnPayment'>;
export type CatalogueItem = Reply<'listItems'>['items'][number];
export type MoneyLinkFacts = Reply<'describeMoneyLink'>;
export type ChargingApp = Reply<'listChargingApps'>['items'][number];
export type Limits = Reply<'getLimits'>;
export type SuspenseItem = Reply<'listSuspense'>['items'][number];

export type Passkey = Reply<'listPasskeys'>[number];
export type RegisteredPasskey = Reply<'registerPasskey'>;
export type CredentialApproval = Reply<'getCredentialApproval'>;
export type Device = Reply<'listSessions'>['items'][number];
export type AuditEvent = Reply<'listActivity'>['items'][number];

export type Account = Reply<'getAccount'>;
export type Asset = Reply<'listAssets'>['items'][number];
export type Operation = Reply<'listOperations'>['items'][number];
export type Chain = Reply<'getChain'>;
export type Quote = Reply<'quoteWithdrawal'>;
export type Sponsorship = Reply<'getSponsorship'>;

export type PermissionRequest = Reply<'describePermissionRequest'>;
export type Permission = Reply<'listPermissions'>['items'][number];
export type PermissionDetail = Reply<'getPermission'>;
export type RemainingLimit = Permission['remaining'][number];

export type OwnedApp = Reply<'getApp'>;
export type AppSecret = Reply<'rotateAppSecret'>;
export type ConnectedApp = Reply<'listConnectedApps'>['items'][number];
export type LoginRequest = Reply<'describeLogin'>;
export type LoginAnswer = Reply<'decideLogin'>;
export type Exchanged = Reply<'exchangeCode'>;

export type Game = Reply<'listGames'>['items'][number];
export type OwnGame = Reply<'getOwnGame'>;
