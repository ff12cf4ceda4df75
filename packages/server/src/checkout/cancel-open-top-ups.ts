import { refuse } from '../platform/errors/index.ts';
import type { Logger } from '../platform/log.ts';
import { confirmTopUp, type ConfirmDeps } from './confirm-top-up.ts';
import { ProviderError } from './payment-provider.ts';
import { endTopUp } from './topup-postings.store.ts';
import { listOpenTopUps, listSessions, type TopUp } from './topups.store.ts';

const pageMax = 100;

/**
 * Cancels open top-ups at the provider before an identity or an app is deleted. The provider's status after
 * that is decisive. Refuses if one stays open; closing the account judges that again under its lock.
 */
export async function cancelOpenTopUps(
  deps: ConfirmDeps & { readonly log: Logger },
  holder: { readonly identityId: string } | { readonly clientId: string },
): Promise<void> {
  for (;;) {
    const open = await listOpenTopUps(deps.db, holder, pageMax);
    if (open.length === 0) return;
    for (const topUp of open) await tryToCancel(deps, topUp);
    const [next] = await listOpenTopUps(deps.db, holder, 1);
    if (next && open.some(({ id }) => id === next.id)) throw refuse('topups_under_way');
  }
}

async function tryToCancel(deps: ConfirmDeps & { readonly log: Logger }, topUp: TopUp): Promise<void> {
  try {
    await cancel(deps, topUp);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ err: error, topUp: topUp.id }, 'an open top-up could not be cancelled');
  }
}

async function cancel(deps: ConfirmDeps, topUp: TopUp): Promise<void> {
  const sessions = await listSessions(deps.db, topUp.id);
  if (sessions.length > 0) {
    if (deps.provider?.id === topUp.provider)
      for (const session of sessions) await deps.provider.cancel(session);
    await confirmTopUp(deps, topUp);
    return;
  }
  // No page was opened at the provider, and none is opened once the top-up has ended.
  await endTopUp(deps.db, topUp.id, 'failed');
}
