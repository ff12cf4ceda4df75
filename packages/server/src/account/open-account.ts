import type { Job } from '../platform/jobs.ts';
import type { Slice } from '../platform/slice.ts';
import type { AccountDeps } from './account-deps.ts';
import { accountRoutes } from './account.routes.ts';
import { registerAuthorityEffects } from './authority-effects.ts';
import { eraseAccount } from './erase-account.ts';
import { exportOperations } from './export-operations.ts';
import { exportCertificates } from './list-certificates.ts';
import type { ActivationOffer } from './activation-offer.ts';
import { movedAmounts } from './record-moved.ts';
import { claimWatch } from './watch-claims.ts';

export function openAccount(deps: AccountDeps): Slice {
  registerAuthorityEffects(deps.relay, deps.activations.giveBack);
  deps.offer?.readSolPrice();
  return {
    routes: accountRoutes(deps),
    jobs: [movedAmounts(deps), claimWatch(deps), ...(deps.offer ? [keepPriceKnown(deps.offer)] : [])],
    erase: (tx, { id }) => eraseAccount(tx, id),
    export: { walletOperations: exportOperations, walletCertificates: exportCertificates },
  };
}

/** Prices are read in the background only while somebody asks. Without this, the first player would see none. */
function keepPriceKnown({ readSolPrice }: ActivationOffer): Job {
  return { name: 'sol price', everySeconds: 60, run: async () => void readSolPrice() };
}
