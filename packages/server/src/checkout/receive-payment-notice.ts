import { refuse } from '../platform/errors/index.ts';
import { confirmTopUp } from './confirm-top-up.ts';
import { ProviderError, type NoticeSubject } from './payment-provider.ts';
import { findForgotten, recoverTopUp, type RecoverDeps } from './recover-top-up.ts';
import { findTopUp, findTopUpOf, insertNotice } from './topups.store.ts';

export interface Notice {
  readonly provider: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/**
 * Midtrans' signature does not cover the status and Xendit's token signs nothing, so that a notice only says where to look:
 * the provider is asked, and its answer is what counts. An error makes the provider send the notice again.
 */
export async function receivePaymentNotice(deps: RecoverDeps, notice: Notice): Promise<void> {
  if (deps.provider?.id !== notice.provider || notice.provider === 'sandbox')
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

/** Not in our books: paid to somebody else's order, or begun before a restore. The provider tells the two apart. */
async function recover(deps: RecoverDeps, subject: NoticeSubject, notice: string): Promise<void> {
  const forgotten = await findForgotten(deps, subject);
  if (!forgotten) throw refuse('topup_not_found');
  await recoverTopUp(deps, forgotten, { actor: 'service', reason: null, notice });
}
