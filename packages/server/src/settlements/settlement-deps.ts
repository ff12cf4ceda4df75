import type { PayoutProvider } from '../checkout/index.ts';
import type { AccountBook, AppDirectory } from '../ledger/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Needs } from '../platform/needs.ts';

/** How money reaches the banks. `provider` is set in the mode of a provider. */
export interface SettlementMode {
  readonly isOff: boolean;
  readonly provider: PayoutProvider | null;
}

export interface SettlementDeps extends Needs<'db' | 'clock' | 'ids' | 'sealer'> {
  readonly mode: SettlementMode;
  readonly fee: bigint;
  readonly book: AccountBook;
  readonly apps: AppDirectory;
}

/** While settlements are off, nothing new starts. What exists can be read, cancelled, removed and ended. */
export function refuseWhileOff({ mode }: Pick<SettlementDeps, 'mode'>): void {
  // mutant (settlements/off): if (mode.isOff) => if (false)
  if (mode.isOff) throw refuse('settlements_off');
}
