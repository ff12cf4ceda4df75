import type { AppDirectory } from '../ledger/index.ts';
import type { Queryable, Tx } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';

export interface AllowanceApps extends AppDirectory {
  /** Returns an address of the app that passes the redirect rules of the login, or refuses it with a reason. */
  requireReturnAddress(
    db: Queryable,
    clientId: string,
    asked: { readonly field: string; readonly address: string; readonly reserved: readonly string[] },
  ): Promise<{ readonly href: string; readonly origin: string }>;
}

/** Age and family of a player. The families slice provides them. */
export interface AllowanceAges {
  /** Throws unless age and family let the player approve an allowance. */
  assertMay(tx: Tx, identityId: string, what: 'allowance'): Promise<void>;
  notifyParents(
    tx: Tx,
    identityId: string,
    allowance: { child: string; app: string; amount: number; period: 'day' | 'week' | 'month' },
  ): Promise<void>;
}

export interface AllowanceDeps extends Needs<'db' | 'clock' | 'ids'> {
  readonly apps: AllowanceApps;
  readonly ages: AllowanceAges;
  /** Defines when periods begin. */
  readonly timeZone: string;
  approveUrl(id: string): string;
}
