import { recordAudit } from '../audit/index.ts';
import { assertNever, impossible, refuse } from '../platform/errors/index.ts';
import type { IdempotencyKey } from '../platform/http/index.ts';
import { lockAccounts } from './accounts.store.ts';
import { getKeyedPosting } from './keyed-posting.ts';
import { newPostingId } from './posting-id.ts';
import type { PayerProof } from './post-sends.store.ts';
import {
  findKey,
  insertKey,
  payeeBalanceAfter,
  postDeposit,
  type DepositPosting,
  type KnownKey,
} from './postings.store.ts';
import type { Queryable } from '../platform/db/index.ts';
import type { SendDeps, StepUp } from './send-money.ts';

export interface DepositInput {
  /** The owner, or a member with the role finance. The money comes from the balance of this player. */
  readonly identityId: string;
  readonly pid: string;
  readonly clientId: string;
  readonly amount: bigint;
}

export interface Deposited {
  readonly id: string;
  readonly amount: bigint;
  /** The balance of the escrow after the deposit. */
  readonly balance: bigint;
  readonly createdAt: Date;
  readonly replayed: boolean;
}

export function describeDeposit({ id, amount, balance, createdAt }: Deposited) {
  return { id, amount, balance, createdAt: createdAt.toISOString() };
}

/**
 * Deposits from the caller's balance to the app's escrow, without fees. Whether step-up is needed is decided under
 * the payer's lock, as for a send.
 */
export async function depositToApp(
  deps: SendDeps,
  input: DepositInput,
  key: IdempotencyKey | null,
  stepUp: StepUp,
): Promise<Deposited> {
  const payer = await deps.book.ofIdentity(input.identityId);
  // A replayed key returns its first response, even if the same request would be refused now. Keys are never
  // released, so this lookup needs no lock.
  const known = key && (await findKey(deps.db, payer, key.key));
  if (known) return replay(deps.db, known, key);
  await deps.apps.admit(deps.db, asUser(input), input.clientId, 'depositToApp');
  // A used signature means that the same deposit is repeated. Without this check, a deposit below the limit
  // would be paid a second time.
  if (stepUp.refused) await stepUp.require();
  const accounts = { payer, escrow: await deps.book.ofApp(input.clientId) };
  const first = await attempt(deps, input, accounts, key, stepUp.steppedUp ? 'signed' : 'none');
  if (first !== 'step_up_needed') return first;
  await stepUp.require();
  const second = await attempt(deps, input, accounts, key, 'recent');
  return second === 'step_up_needed' ? impossible('step-up is still needed after a step-up') : second;
}

async function attempt(
  deps: SendDeps,
  input: DepositInput,
  { payer, escrow }: { readonly payer: bigint; readonly escrow: bigint },
  key: IdempotencyKey | null,
  proof: PayerProof,
): Promise<Deposited | 'step_up_needed'> {
  const { clientId, amount } = input;
  return deps.db.transaction(async (tx) => {
    // A paused app takes deposits too, because it still refunds. The lock keeps its members.
    await deps.apps.isPausedUnderLock(tx, clientId);
    await lockAccounts(tx, [payer, escrow]);
    const known = key && (await findKey(tx, payer, key.key));
    if (known) return replay(tx, known, key);
    const app = await deps.apps.admit(tx, asUser(input), clientId, 'depositToApp');
    const now = deps.clock.now();
    const id = newPostingId(deps.clock, deps.ids);
    const result = await postDeposit(tx, { id, payer, escrow, amount, proof }, deps.limits, now);
    if (result.outcome === 'step_up_needed') return result.outcome;
    if (result.outcome !== 'posted') throw refusalOf(result, amount);
    if (key)
      await insertKey(tx, { accountId: payer, key: key.key, requestHash: key.requestHash, subject: id, now });
    // The payer's own activity reads the deposit from the books.
    if (app.role === 'finance')
      await recordAudit(tx, {
        at: now,
        identityId: app.ownerIdentityId,
        actor: input.pid,
        action: 'app.deposited',
        target: clientId,
        details: { amount: Number(amount) },
        origin: null,
      });
    return { id, amount, balance: result.escrowBalance, createdAt: result.at, replayed: false };
  });
}

function asUser({ identityId }: DepositInput) {
  return { type: 'user', identityId } as const;
}

function refusalOf(
  result: Exclude<DepositPosting, { readonly outcome: 'posted' | 'step_up_needed' }>,
  amount: bigint,
) {
  switch (result.outcome) {
    case 'insufficient':
      return refuse('insufficient_balance', { needed: amount, available: result.available });
    case 'daily_limit':
      return refuse('daily_limit', { left: result.available });
    case 'app_closed':
      return refuse('no_such_app');
    case 'payer_closed':
      return refuse('unauthorized');
    case 'age_needed':
    case 'parent_needed':
    case 'parent_forbids':
      return refuse(result.outcome);
    default:
      return assertNever(result);
  }
}

async function replay(db: Queryable, known: KnownKey, key: IdempotencyKey): Promise<Deposited> {
  const posting = await getKeyedPosting(db, known, key);
  return {
    id: posting.id,
    amount: posting.amount,
    balance: await payeeBalanceAfter(db, posting),
    createdAt: posting.createdAt,
    replayed: true,
  };
}
