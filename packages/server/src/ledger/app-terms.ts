import type { AppOperation, AppRole } from '@pid/contract/app-roles';
import type { Queryable, Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';

/** The terms of an app that the ledger needs. The relying-parties slice provides them. */
export interface AppTerms {
  readonly clientId: string;
  readonly name: string;
  readonly ownerIdentityId: string;
  /** Registered origins. A top-up may return to them. */
  readonly origins: readonly string[];
  readonly feeBps: number;
  readonly feeFlat: number;
  readonly verified: boolean;
  /** A paused app moves no money. */
  readonly paused: boolean;
  /** Whether the given identity has connected this app. */
  readonly connected: boolean;
}

type OwnCaller =
  | { readonly type: 'app'; readonly clientId: string }
  | { readonly type: 'user'; readonly identityId: string };

export interface AppDirectory<Terms extends AppTerms = AppTerms> {
  /**
   * Null if the app does not exist or was deleted. Not cached, because `verified` is judged at posting time.
   */
  termsFor(db: Queryable, clientId: string, identityId: string | null): Promise<Terms | null>;
  /**
   * The app, if the caller's role in it may call the operation, or the caller is its machine token; otherwise throws.
   * After `isPausedUnderLock`, owner and roles stay until the transaction ends.
   */
  admit(
    db: Queryable,
    caller: OwnCaller,
    clientId: string,
    operation: AppOperation,
  ): Promise<Terms & { readonly role: AppRole | 'token' }>;
  /** The result stays true until the transaction ends. Call it before locking accounts. */
  isPausedUnderLock(tx: Tx, clientId: string): Promise<boolean>;
  /** The client_ids of the apps that an identity owns. */
  ownedApps(db: Queryable, identityId: string): Promise<string[]>;
}

export const noApps: AppDirectory = {
  termsFor: async () => null,
  admit: () => Promise.reject(refuse('no_such_app')),
  isPausedUnderLock: async () => false,
  ownedApps: async () => [],
};
