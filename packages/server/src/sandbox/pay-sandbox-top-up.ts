import type { Input } from '@pid/contract';
import { findTopUpById } from '../checkout/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { CallingApp } from './own-player.ts';
import type { SandboxDeps } from './sandbox-deps.ts';
import { isPlayerOf } from './sandbox-players.store.ts';

/** Pays a top-up of a test player that the app made. Any other top-up does not exist for it. */
export async function paySandboxTopUp(
  deps: SandboxDeps,
  { clientId }: CallingApp,
  { id }: Input<'paySandboxTopUp'>,
) {
  const topUp = await findTopUpById(deps.db, id);
  // mutant (sandbox/sandbox.test): || !(await isPlayerOf(deps.db, clientId, topUp.identityId)) => nothing
  if (!topUp || !(await isPlayerOf(deps.db, clientId, topUp.identityId))) throw refuse('topup_not_found');
  return deps.playMoney.pay(topUp);
}
