import { refuse } from '../platform/errors/index.ts';
import type { ConfirmDeps } from './confirm-top-up.ts';
import { ProviderError } from './payment-provider.ts';
import { writeMark } from './top-up-mark.ts';
import {
  claimOpening,
  completeSession,
  insertSession,
  listSessions,
  releaseOpening,
  totalOf,
  type TopUp,
} from './topups.store.ts';

const openingMillis = 30_000;
const firstCheckMillis = 60_000;

/** Opens the provider's page for this top-up once. The order is stored before the provider is called. */
export async function openCharge(
  deps: ConfirmDeps & { readonly markKey: Uint8Array },
  topUp: TopUp,
  checkoutUrl: string,
): Promise<string> {
  const { provider, db } = deps;
  if (provider?.id !== topUp.provider) throw refuse('topups_unavailable');
  const now = deps.clock.now();
  const sessions = await listSessions(db, topUp.id);
  const open = sessions.find(({ url }) => url !== null);
  if (open?.url) return open.url;
  if (!(await claimOpening(db, topUp.id, now, new Date(now.getTime() + openingMillis))))
    throw refuse('payment_provider_unavailable');
  // An order whose response was lost may exist at the provider. Its address was given to no payer, so the new
  // order gets a new id.
  const orderId = sessions.length === 0 ? topUp.id : `${topUp.id}-${sessions.length + 1}`;
  await insertSession(db, orderId, topUp.id, now);
  try {
    const order = {
      orderId,
      total: totalOf(topUp),
      mark: writeMark(deps.markKey, topUp),
      description: `Top-up of ${topUp.pid}`,
      finishUrl: checkoutUrl,
      now,
      expiresAt: topUp.expiresAt,
    };
    const session = await provider.open(order);
    await completeSession(db, orderId, session, new Date(now.getTime() + firstCheckMillis));
    return session.url;
  } catch (error) {
    await releaseOpening(db, topUp.id);
    throw error instanceof ProviderError ? refuse('payment_provider_unavailable').because(error) : error;
  }
}
