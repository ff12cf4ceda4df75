/** Answers of /v1 as the contract states them; the server's OpenAPI document is the authority. */
export interface Provider {
  readonly id: string;
  readonly name: string;
}

export type IdentityStatus = 'active' | 'suspended' | 'deleted';

export interface Identity {
  readonly pid: string;
  readonly status: IdentityStatus;
  readonly createdAt: string;
}

export interface LoginCredential {
  readonly id: string;
  readonly provider: string;
  readonly linkedAt: string;
  readonly email: string;
  readonly lastLoginAt: string;
}

export interface ClaimApp {
  readonly name: string;
  readonly logoUrl?: string | null;
  readonly verified?: boolean;
  readonly origin?: string;
}

export interface PendingClaim {
  readonly provider: string;
  readonly email: string;
  readonly expiresAt: string;
  readonly suggestions: readonly string[];
  readonly app?: ClaimApp;
}

export interface HandleAnswer {
  readonly handle: string;
  readonly available: boolean;
  readonly reason?: string;
}

export interface ClaimAnswer {
  readonly ok: true;
  readonly pid: string;
  readonly pidCode?: string;
  readonly redirectTo?: string;
}

export interface PasskeyAnswer {
  readonly ok: true;
  readonly pid: string;
}
