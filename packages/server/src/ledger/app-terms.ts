import type { Queryable, Tx } from '../platform/db/index.ts';

/** What the ledger must know of an app. The relying-parties slice knows it; the wiring passes it in. */
export interface AppTerms {
  readonly clientId: string;
  readonly name: string;
  readonly ownerIdentityId: string;
  /** Registered origins: a top-up may return there. */
  readonly origins: readonly string[];
  readonly feeBps: number;
  readonly feeFlat: number;
  readonly verified: boolean;
  /** No money moves through a paused app. */
  readonly paused: boolean;
  /** Whether the identity that was asked about has connected this app. */
  readonly connected: boolean;
}

export interface AppDirectory {
  /** Null for an app that does not exist, or no longer. Read afresh, because verified is judged at posting time. */
  termsFor(db: Queryable, clientId: string, identityId: string | null): Promise<AppTerms | null>;
  /** Judged so that it stays true until the transaction ends: called before accounts are locked. */
  isPausedUnderLock(tx: Tx, clientId: string): Promise<boolean>;
  /** client_ids of the apps of an identity. */
  ownedApps(db: Queryable, identityId: string): Promise<string[]>;
}

export const noApps: AppDirectory = {
  termsFor: async () => null,
  isPausedUnderLock: async () => false,
  ownedApps: async () => [],
};
