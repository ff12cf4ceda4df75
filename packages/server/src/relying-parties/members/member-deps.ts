import type { Tx } from '../../platform/db/index.ts';
import type { Needs } from '../../platform/needs.ts';

/** What other slices hold for the owner of an app (`deletions.ts`). */
export interface OwnerData {
  /** Throws while the app's money is on its way to the owner's bank, or while the app of a minor has money. */
  refuseTransfer(tx: Tx, app: { readonly clientId: string; readonly ownerId: string }): Promise<void>;
  /** Ends it, in the transaction that gives the app to another owner. The app is locked. */
  endOwnerData(tx: Tx, app: { readonly clientId: string; readonly ownerId: string }): Promise<void>;
}

export type MemberDeps = Needs<'db' | 'clock' | 'ids'> & OwnerData;
