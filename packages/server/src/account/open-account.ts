import type { Slice } from '../platform/slice.ts';
import type { AccountDeps } from './account-deps.ts';
import { accountRoutes } from './account.routes.ts';
import { registerAuthorityEffects } from './authority-effects.ts';
import { eraseAccount } from './erase-account.ts';
import { exportOperations } from './export-operations.ts';
import { exportCertificates } from './list-certificates.ts';
import { movedAmounts } from './record-moved.ts';
import { claimWatch } from './watch-claims.ts';

export function openAccount(deps: AccountDeps): Slice {
  registerAuthorityEffects(deps.relay);
  return {
    routes: accountRoutes(deps),
    jobs: [movedAmounts(deps), claimWatch(deps)],
    erase: (tx, { id }) => eraseAccount(tx, id),
    export: { walletOperations: exportOperations, walletCertificates: exportCertificates },
  };
}
