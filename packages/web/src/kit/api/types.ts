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

export type ResponseMode = 'web_message' | 'query';

export interface ClaimApp {
  readonly name: string;
  readonly logoUrl: string | null;
  readonly verified: boolean;
  readonly origin: string;
  readonly responseMode: ResponseMode;
  readonly scopes: readonly string[];
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
  readonly code?: string;
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

/** One page of a list, newest first; a cursor is there while there may be more. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

type AppStatus = 'active' | 'paused';

export interface LoginRequest {
  readonly app: {
    readonly name: string;
    readonly logoUrl: string | null;
    readonly verified: boolean;
    readonly status: AppStatus;
  };
  readonly origin: string;
  /** What the app will read: `read` is everything that an app can. */
  readonly scopes: readonly string[];
  readonly pid: string | null;
  /** A standard client must be told this at once, without a screen. */
  readonly redirectTo?: string;
  readonly signInAgain?: boolean;
  /** Carried through a sign-in that must be fresh, as `login_ticket`. */
  readonly loginTicket?: string;
}

export interface LoginAnswer {
  readonly redirectTo: string;
  readonly pidCode?: string;
}

export interface Passkey {
  readonly id: string;
  readonly credentialId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly backedUp: boolean;
  readonly transports: readonly string[];
  readonly authority: boolean;
  /** Compressed P-256 point, base64url: what a wallet is bound to. */
  readonly publicKey: string;
  /** From then on it confirms; until then it only signs in. */
  readonly countsFrom: string | null;
  /** Only a passkey that has signed before may take over a wallet. */
  readonly proven: boolean;
}

export interface RegisteredPasskey {
  readonly status: 'active' | 'pending_approval';
  readonly id?: string;
  readonly approvalId?: string;
  readonly expiresAt?: string;
}

export interface CredentialApproval {
  readonly id: string;
  readonly state: 'pending' | 'approved' | 'denied' | 'expired';
  readonly name: string;
  readonly fingerprint: string;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly current: boolean;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface Device {
  readonly id: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly userAgent: string;
  readonly current: boolean;
}

export interface AuditEvent {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly target: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly address: string | null;
  readonly userAgent: string | null;
}

export interface Profile {
  readonly displayName: string | null;
  readonly avatarUrl: string | null;
  readonly bio: string | null;
  readonly country: string | null;
  readonly locale: string | null;
}

export interface ConnectedApp {
  readonly client_id: string;
  readonly name: string;
  readonly logoUrl: string | null;
  readonly verified: boolean;
  readonly status: AppStatus;
  readonly connectedAt: string;
  readonly lastLoginAt: string;
}

export interface RegisteredApp {
  readonly client_id: string;
  readonly name: string;
  readonly logoUrl: string | null;
  readonly origins: readonly string[];
  readonly redirectUris: readonly string[];
  readonly requireSecret: boolean;
  readonly feeBps: number;
  readonly feeFlat: number;
  readonly verified: boolean;
  readonly status: AppStatus;
  readonly pausedBy?: 'admin' | 'owner';
  readonly pauseReason?: string;
  readonly createdAt: string;
}

export interface AppSecret {
  readonly client_id: string;
  readonly client_secret: string;
}

export interface Exchanged {
  readonly pid: string;
  readonly profile: Profile;
  readonly scope: string;
  readonly expiresIn: number;
}
