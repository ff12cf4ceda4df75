import { refuse } from '../platform/errors/index.ts';
import { confirmTopUp } from './confirm-top-up.ts';
import { ProviderError, type NoticeSubject } from './payment-provider.ts';
import { sandbox } from './providers/index.ts';
import { findForgotten, recoverTopUp, type RecoverDeps } from './recover-top-up.ts';
import { findTopUp, findTopUpOf, insertNotice } from './topups.store.ts';

export interface Notice {
  readonly provider: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/**
 * Handles a provider's notice. Midtrans' signature does not cover the status, and Xendit's token signs
 * nothing, so a notice is only a reason to request the status from the provider. An error makes the provider
 * send the notice again.
 */
export async function receivePaymentNotice(deps: RecoverDeps, notice: Notice): Promise<void> {
  if (deps.provider?.id !== notice.provider || notice.provider === sandbox.id)
    throw refuse('payment_provider_not_found');
  const subject = deps.provider.readNotice(notice.headers, notice.body);
  if (!subject) throw refuse('unauthorized');
  const body = JSON.stringify(notice.body);
  await insertNotice(deps.db, notice.provider, body, deps.clock.now());
  const id = await findTopUpOf(deps.db, notice.provider, subject);
  const topUp = id === null ? null : await findTopUp(deps.db, id);
  try {
    if (topUp) await confirmTopUp(deps, topUp, body);
    else await recover(deps, subject, body);
  } catch (error) {
    throw error instanceof ProviderError ? refuse('payment_provider_unavailable').because(error) : error;
  }
}

/**
 * The order is not in our books: it belongs to another merchant or was created before a restore. The
 * provider's response tells which.
 */
async function recover(deps: RecoverDeps, subject: NoticeSubject, notice: string): Promise<void> {
  const forgotten = await findForgotten(deps, subject);
  if (!forgotten) throw refuse('topup_not_found');
  await recoverTopUp(deps, forgotten, { actor: 'service', reason: null, notice });
}
