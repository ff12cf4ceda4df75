import type { Input } from '@pid/contract';
import {
  confirmPayment,
  declinePayment,
  describeForApp,
  describeForPlayers,
  expirePaymentNow,
  getPayment,
} from '../payments/index.ts';
import { findFreeze } from '../notices/index.ts';
import { unixSeconds } from '../platform/clock.ts';
import { impossible, refuse } from '../platform/errors/index.ts';
import { requirePlayer, type CallingApp } from './own-player.ts';
import type { SandboxDeps } from './sandbox-deps.ts';

/** The request of the app stands for the passkey of the test player. */
const signed = { steppedUp: true, refused: false, require: async () => {} };

/** Confirms a payment of the app at the total that the test player would see, unless the page would refuse it. */
export async function confirmSandboxPayment(
  deps: SandboxDeps,
  app: CallingApp,
  { id, pid }: Input<'confirmSandboxPayment'>,
) {
  const { identityId, status } = await requirePlayer(deps, app, pid);
  // mutant (sandbox/sandbox.test): status === 'suspended' => false
  if (status === 'suspended') throw refuse('identity_suspended');
  const freeze = await findFreeze(deps.db, identityId, deps.clock.now());
  // mutant (sandbox/sandbox.test): if (freeze) => if (false)
  if (freeze) throw refuse('frozen', { until: unixSeconds(freeze.until) });
  const payment = await getPayment(deps, { paymentId: id, clientId: app.clientId });
  const [shown] = await describeForPlayers(deps.payments, [payment], identityId);
  const expectedTotal = BigInt(shown?.total ?? impossible('a payment is missing'));
  return describeForApp(
    deps.payments,
    await confirmPayment(deps.payments, { paymentId: id, identityId, expectedTotal }, signed),
  );
}

/** Declines a payment of the app. */
export async function declineSandboxPayment(
  deps: SandboxDeps,
  app: CallingApp,
  { id, pid }: Input<'declineSandboxPayment'>,
) {
  const { identityId } = await requirePlayer(deps, app, pid);
  await getPayment(deps, { paymentId: id, clientId: app.clientId });
  return describeForApp(deps.payments, await declinePayment(deps.payments, { paymentId: id, identityId }));
}

/** Expires an open payment of the app, or voids a held one. A repetition returns the payment. */
export async function expireSandboxPayment(
  deps: SandboxDeps,
  app: CallingApp,
  { id }: Input<'expireSandboxPayment'>,
) {
  await getPayment(deps, { paymentId: id, clientId: app.clientId });
  const payment = (await expirePaymentNow(deps, id)) ?? impossible('a payment is missing');
  if (payment.status !== 'expired' && payment.status !== 'void')
    throw refuse('payment_ended', { status: payment.status });
  return describeForApp(deps.payments, payment);
}
