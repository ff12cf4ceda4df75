import { recordAppAudit, type AuditOrigin } from '../audit/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { IdempotencyKey } from '../platform/http/index.ts';
import { newPostingId } from './posting-id.ts';
import { lockAccounts } from './accounts.store.ts';
import { isAgeNeeded } from './families.store.ts';
import { getKeyedPosting } from './keyed-posting.ts';
import { findKey, insertKey, postPayout, type KnownKey } from './postings.store.ts';
import type { SendDeps, StepUp } from './send-money.ts';
import { whyFull } from './tiers.store.ts';

type PayOutDeps = Pick<SendDeps, 'db' | 'clock' | 'ids' | 'book' | 'apps' | 'balanceMax'>;

export interface PayOutInput {
  /** The owner, or a member with the role finance. The money goes to the owner in any case. */
  readonly identityId: string;
  readonly pid: string;
  readonly clientId: string;
  readonly amount: bigint;
  readonly origin: AuditOrigin | null;
}

export interface PaidOut {
  readonly id: string;
  readonly amount: bigint;
  /** The remaining balance of the escrow. */
  readonly balance: bigint;
  readonly createdAt: Date;
  readonly replayed: boolean;
}

export function describePayout({ id, amount, balance, createdAt }: PaidOut) {
  return { id, amount, balance, createdAt: createdAt.toISOString(), status: 'posted' as const };
}

/** Pays out from the escrow of an app to the balance of its owner, without fees. */
export async function payOutApp(
  deps: PayOutDeps,
  input: PayOutInput,
  key: IdempotencyKey | null,
  stepUp: StepUp,
): Promise<PaidOut> {
  const { clientId } = input;
  const caller = { type: 'user', identityId: input.identityId } as const;
  const keys = await deps.book.ofIdentity(caller.identityId);
  // A replayed key returns its first response, even if the same request would be refused now. Keys are never
  // released, so this lookup needs no lock.
  const replayed = key && (await findKey(deps.db, keys, key.key));
  if (replayed) return replay(deps.db, replayed, key);
  const app = await deps.apps.admit(deps.db, caller, clientId, 'payOutApp');
  if (app.paused) throw refuse('app_paused');
  const escrow = await deps.book.ofApp(clientId);
  const owner = await deps.book.ofIdentity(app.ownerIdentityId);
  await stepUp.require();
  return deps.db.transaction(async (tx) => {
    const isPaused = await deps.apps.isPausedUnderLock(tx, clientId);
    await lockAccounts(tx, [...new Set([keys, owner, escrow])]);
    const known = key && (await findKey(tx, keys, key.key));
    if (known) return replay(tx, known, key);
    if (isPaused) throw refuse('app_paused');
    if (await isAgeNeeded(tx, keys)) throw refuse('age_needed');
    const { ownerIdentityId } = await deps.apps.admit(tx, caller, clientId, 'payOutApp');
    // The app was transferred since the accounts were read.
    if (ownerIdentityId !== app.ownerIdentityId) throw refuse('app_changed');
    const now = deps.clock.now();
    const id = newPostingId(deps.clock, deps.ids);
    const result = await postPayout(
      tx,
      { id, escrow, owner, amount: input.amount, balanceMax: deps.balanceMax },
      now,
    );
    if (result.outcome === 'insufficient')
      throw refuse('insufficient_balance', { needed: input.amount, available: result.payerBalance });
    if (result.outcome === 'payee_full') {
      const asked = { accountId: owner, amount: input.amount, balanceMax: deps.balanceMax, now };
      throw refuse((await whyFull(tx, asked)) === 'month' ? 'incoming_full' : 'balance_full');
    }
    if (result.outcome === 'payee_closed') throw refuse('unauthorized');
    if (result.outcome === 'app_closed') throw refuse('no_such_app');
    if (key)
      await insertKey(tx, { accountId: keys, key: key.key, requestHash: key.requestHash, subject: id, now });
    await recordAppAudit(
      tx,
      {
        at: now,
        identityId: caller.identityId,
        actor: input.pid,
        action: 'app.paid_out',
        target: clientId,
        details: { amount: Number(input.amount) },
        origin: input.origin,
      },
      ownerIdentityId,
    );
    return { id, amount: input.amount, balance: result.payerBalance, createdAt: result.at, replayed: false };
  });
}

async function replay(db: Queryable, known: KnownKey, key: IdempotencyKey): Promise<PaidOut> {
  const { id, amount, payerBalance, createdAt } = await getKeyedPosting(db, known, key);
  return { id, amount, balance: payerBalance!, createdAt, replayed: true };
}
