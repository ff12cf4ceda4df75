import type { AppDirectory } from '../ledger/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';

export interface AllowanceApps extends AppDirectory {
  /** Returns an address of the app that passes the redirect rules of the login, or refuses it with a reason. */
  requireReturnAddress(
    db: Queryable,
    clientId: string,
    asked: { readonly field: string; readonly address: string; readonly reserved: readonly string[] },
  ): Promise<{ readonly href: string; readonly origin: string }>;
}

export interface AllowanceDeps extends Needs<'db' | 'clock' | 'ids'> {
  readonly apps: AllowanceApps;
  /** Defines when periods begin. */
  readonly timeZone: string;
  approveUrl(id: string): string;
}
