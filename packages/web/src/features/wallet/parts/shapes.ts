import type { Reply } from '@pid/contract/client';

export type Account = Reply<'getAccount'>;
export type Asset = Reply<'listAssets'>['items'][number];
export type Operation = Reply<'listOperations'>['items'][number];
export type Chain = Reply<'getChain'>;
export type Quote = Reply<'quoteWithdrawal'>;
export type Sponsorship = Reply<'getSponsorship'>;
