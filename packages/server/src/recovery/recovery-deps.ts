import type { AccountDeps } from '../account/index.ts';
import type { AuditOrigin } from '../audit/index.ts';
import type { RegistrationDeps } from '../credentials/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';

export type RecoveryDeps = AccountDeps & RegistrationDeps & Needs<'log'>;

export interface RecoveryRequest {
  readonly caller: UserCaller;
  readonly origin: AuditOrigin;
}
