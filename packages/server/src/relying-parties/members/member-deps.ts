import type { Tx } from '../../platform/db/index.ts';
import type { Needs } from '../../platform/needs.ts';

/** What other slices hold for the owner of an app (`deletions.ts`). */
export interface OwnerData {
  /** Throws while a transfer of the app's money to the owner's bank is in progress. */
  refuseTransfer(tx: Tx, clientId: string): Promise<void>;
  /** Ends it, in the transaction that gives the app to another owner. The app is locked. */
  endOwnerData(tx: Tx, app: { readonly clientId: string; readonly ownerId: string }): Promise<void>;
}

export type MemberDeps = Needs<'db' | 'clock' | 'ids'> & OwnerData;
