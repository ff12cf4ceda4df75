import type { PermissionSummary } from '@pid/contract';
import type { LoginRequest } from '../../../kit/api/types.ts';

export interface PermissionRequest extends Pick<LoginRequest, 'app' | 'origin' | 'pid'> {
  readonly summary: PermissionSummary;
}

export interface RemainingLimit {
  /** `native` or the address of a token. */
  readonly token: string;
  readonly period: 'hour' | 'day' | 'week' | 'month';
  readonly limit: string;
  readonly spent: string;
  readonly remaining: string;
  readonly resetsAt: string;
}

export interface Permission {
  readonly id: string;
  readonly status: 'pending' | 'active' | 'expired' | 'revoked';
  readonly app: { readonly name: string; readonly logoUrl: string | null; readonly verified: boolean } | null;
  readonly summary: PermissionSummary;
  readonly remaining: readonly RemainingLimit[];
  readonly createdAt: string;
  readonly approveBy: string;
  readonly approvedAt: string | null;
  readonly endedAt: string | null;
}

export interface PermissionDetail extends Permission {
  readonly revokeCall: { readonly to: string; readonly data: string };
  /** There when an app asked through the hosted page and the address is still its own. */
  readonly redirectTo?: string;
}
