import type { Reply } from '@pid/contract/client';

export type Identity = Reply<'getIdentity'>;
export type IdentityStatus = Identity['status'];
export type Profile = Reply<'getProfile'>;
export type LoginCredential = Reply<'listCredentials'>[number];
export type Provider = Reply<'listProviders'>[number];
export type PendingClaim = Reply<'getPendingClaim'>;
export type ClaimApp = NonNullable<PendingClaim['app']>;
export type ClaimAnswer = Reply<'claimHandle'>;
