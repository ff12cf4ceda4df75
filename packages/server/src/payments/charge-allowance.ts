import { findParties } from '../allowances/index.ts';
import { newPostingId } from '../ledger/index.ts';
import { impossible, invalid, refuse } from '../platform/errors/index.ts';
import type { Caller } from '../platform/http/index.ts';
import type { PaymentDeps } from './payment-deps.ts';
import type { Charged } from './payment-postings.store.ts';
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

/** Reads the allowance that pays a new payment. Only the app's own server charges: the player is not there to look at it. */
export async function readAllowance(
  { db }: Pick<PaymentDeps, 'db'>,
  caller: Caller,
  clientId: string,
  asked: Asked,
): Promise<Allowance> {
  if (caller.type !== 'app') throw refuse('read_only_token', { need: 'machine_token' });
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

/** Creates a payment and pays it by an allowance. Returns the payment with its reference, which may be an older one. */
export async function chargeAllowance(
  deps: PaymentDeps,
  wanted: NewPayment,
  { id, identityId }: Allowance,
): Promise<Payment> {
  const { payment, ...charged } = await deps.lanes.charge({
    ...wanted,
    allowanceId: id,
    payerAccountId: await deps.book.ofIdentity(identityId),
    postingId: newPostingId(deps.clock, deps.ids),
  });
  if (payment) return payment;
  throw refusalOf(charged);
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
