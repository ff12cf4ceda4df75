import type { Reply } from '@pid/contract/client';

export type Passkey = Reply<'listPasskeys'>[number];
export type RegisteredPasskey = Reply<'registerPasskey'>;
export type CredentialApproval = Reply<'getCredentialApproval'>;
export type Device = Reply<'listSessions'>['items'][number];
export type AuditEvent = Reply<'listActivity'>['items'][number];
