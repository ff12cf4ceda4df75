/** All events of the security log. A name never changes its meaning: operators have alerts on them. */
export type SecurityEventName =
  | 'sign_in.failed'
  | 'code.refused'
  | 'secret.refused'
  | 'passkey.refused'
  | 'link.refused'
  | 'payment_notice.refused'
  | 'token.reused'
  | 'refusals.many'
  | 'administration'
  | 'administration.refused'
  | 'export';

export interface SecurityEvent {
  readonly event: SecurityEventName;
  readonly identityId?: string | null;
  readonly clientId?: string | null;
  /** The address of the request; only its network is stored. */
  readonly address?: string | null;
  /** `POST /v1/auth/exchange`, or another request. */
  readonly operation?: string | null;
  readonly details?: Readonly<Record<string, string | number>>;
}

export interface SecurityEvents {
  /** Returns immediately and never throws, because no request waits for the log. */
  record(event: SecurityEvent): void;
}
