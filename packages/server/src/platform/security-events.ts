/** Everything that the security log knows. A name never changes its meaning: operators have alarms on them. */
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
  /** Where from, as the request says; only its network is kept. */
  readonly address?: string | null;
  /** `POST /v1/auth/exchange`, or what else was asked for. */
  readonly operation?: string | null;
  readonly details?: Readonly<Record<string, string | number>>;
}

export interface SecurityEvents {
  /** Returns at once and never throws: nothing waits for the log. */
  record(event: SecurityEvent): void;
}
