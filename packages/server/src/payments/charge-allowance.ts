import { findParties } from '../allowances/index.ts';
import { newPostingId } from '../ledger/index.ts';
import { impossible, invalid, refuse } from '../platform/errors/index.ts';
import type { IdempotencyKey } from '../platform/http/index.ts';
import { actOnApp, type ActionOnApp } from './act-on-app.ts';
import type { PaymentDeps } from './payment-deps.ts';
import type { WithPayment } from './payment-lanes.ts';
import type { Charge, Charged } from './payment-postings.store.ts';
import type { NewPayment, Payment } from './payments.store.ts';

export interface Allowance {
  readonly id: string;
  readonly identityId: string;
  readonly pid: string;
}

interface Asked {
  readonly allowance: string;
  readonly to: string | null;
  readonly pid: string | null;
  readonly capture: 'automatic' | 'manual';
}

/** Reads the allowance that pays a new payment. */
export async function readAllowance(
  { db }: Pick<PaymentDeps, 'db'>,
  clientId: string,
  asked: Asked,
): Promise<Allowance> {
  const parties = await findParties(db, asked.allowance);
  if (parties?.clientId !== clientId) throw refuse('allowance_not_found');
  const { identityId, pid } = parties;
  if (parties.isGone) throw refuse('allowance_unavailable', { reason: 'ended' });
  const broken = [
    ...(asked.to === null ? [] : ['to cannot be combined with allowance']),
    ...(asked.capture === 'automatic' ? [] : ['capture must be automatic with allowance']),
    ...(asked.pid === null || asked.pid === pid ? [] : ['pid must be the player of the allowance']),
  ];
  if (broken.length > 0) throw invalid(...broken);
  return { id: asked.allowance, identityId, pid };
}

type ActionOfCaller = Omit<ActionOnApp, 'operation'> & {
  readonly key: IdempotencyKey | null;
};

/** Creates a payment and pays it by an allowance. Returns the payment with its reference, which may be an older one. */
export async function chargeAllowance(
  deps: PaymentDeps,
  { key, ...action }: ActionOfCaller,
  wanted: NewPayment,
  { id, identityId }: Allowance,
): Promise<Payment> {
  const { caller, clientId } = action;
  const { book, lanes } = deps;
  const ofCaller = () => (caller.type === 'app' ? book.ofApp(clientId) : book.ofIdentity(caller.identityId));
  const charge: Charge = {
    ...wanted,
    allowanceId: id,
    payerAccountId: await book.ofIdentity(identityId),
    postingId: newPostingId(deps.clock, deps.ids),
    key: key && { ...key, accountId: await ofCaller() },
  };
  const { payment, ...charged } = await (caller.type === 'app'
    ? lanes.charge(charge)
    : chargeAsPlayer(deps, action, charge));
  if (charged.outcome === 'key_used') throw refuse('idempotency_key_reused');
  if (payment) return payment;
  throw refusalOf(charged);
}

/** A player who acts for the app, with an entry in the audit log. */
function chargeAsPlayer(
  deps: PaymentDeps,
  action: Omit<ActionOnApp, 'operation'>,
  charge: Charge,
): Promise<WithPayment<Charged>> {
  return actOnApp(deps, { ...action, operation: 'createPayment' }, async (tx) => {
    const result = await deps.lanes.chargeWithin(tx, charge);
    const details = { app: action.clientId, amount: Number(charge.amount), allowance: charge.allowanceId };
    return {
      result,
      entry: result.outcome === 'paid' ? { action: 'payment.created', target: charge.id, details } : null,
    };
  });
}

function refusalOf({ outcome, available }: Charged) {
  switch (outcome) {
    case 'exceeded':
      return refuse('allowance_exceeded', { left: available! });
    case 'open':
    case 'ended':
      return refuse('allowance_unavailable', { reason: outcome });
    case 'player':
      return refuse('allowance_unavailable');
    case 'app_paused':
      return refuse('app_paused');
    case 'not_found':
      return refuse('allowance_not_found');
    default:
      return impossible('a payment that was charged is missing');
  }
}
