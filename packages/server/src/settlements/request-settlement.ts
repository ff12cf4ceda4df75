import { recordAppAudit, type AuditOrigin } from '../audit/index.ts';
import {
  findKey,
  getKeyedPosting,
  insertKey,
  isAgeNeeded,
  lockAccounts,
  newPostingId,
  type StepUp,
} from '../ledger/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { assertNever, impossible, refuse } from '../platform/errors/index.ts';
import type { IdempotencyKey } from '../platform/http/index.ts';
import { findBankAccount, type BankAccount } from './bank-accounts.store.ts';
import { bankAccountColumn, openNumber, sealNumber, settlementColumn } from './sealed-numbers.ts';
import { refuseWhileOff, type SettlementDeps } from './settlement-deps.ts';
import { findSettlement, postRequest, type Requested } from './settlements.store.ts';

export interface SettlementInput {
  readonly identityId: string;
  readonly pid: string;
  readonly clientId: string;
  readonly amount: bigint;
  readonly origin: AuditOrigin;
}

export interface NewSettlement {
  readonly id: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly createdAt: Date;
  readonly replayed: boolean;
}

/** The first response, also for a replay: by then the settlement may have another status. */
export function describeNewSettlement({ id, amount, fee, createdAt }: NewSettlement) {
  return { id, amount, fee, status: 'requested' as const, createdAt: createdAt.toISOString() };
}

/** Takes a settlement, with its fee, from the escrow of a verified app, to its approved bank account. */
export async function requestSettlement(
  deps: SettlementDeps,
  input: SettlementInput,
  key: IdempotencyKey,
  stepUp: StepUp,
): Promise<NewSettlement> {
  const { identityId, clientId, amount } = input;
  const requester = await deps.book.ofIdentity(identityId);
  // A replayed key returns its first response, even if the same request would be refused now. Keys are never
  // released, so this lookup needs no lock.
  const replayed = await findKey(deps.db, requester, key.key);
  if (replayed) return replay(deps.db, replayed, key);
  refuseWhileOff(deps);
  const caller = { type: 'user', identityId } as const;
  const app = await deps.apps.admit(deps.db, caller, clientId, 'requestSettlement');
  if (app.paused) throw refuse('app_paused');
  if (!app.verified) throw refuse('app_not_verified');
  // The bank account is judged after step-up, because it is state.
  await stepUp.require();
  const escrow = await deps.book.ofApp(clientId);
  return deps.db.transaction(async (tx) => {
    await deps.apps.isPausedUnderLock(tx, clientId);
    await lockAccounts(tx, [requester, escrow]);
    const known = await findKey(tx, requester, key.key);
    if (known) return replay(tx, known, key);
    const { ownerIdentityId } = await deps.apps.admit(tx, caller, clientId, 'requestSettlement');
    if (await isAgeNeeded(tx, requester)) throw refuse('age_needed');
    const now = deps.clock.now();
    const account = await findBankAccount(tx, clientId);
    if (!account) throw notUsable(null);
    const number = openNumber(deps.sealer, bankAccountColumn, clientId, account);
    const id = newPostingId(deps.clock, deps.ids);
    const order = { id, clientId, escrow, amount, fee: deps.fee, version: account.version };
    const result = await postRequest(
      tx,
      { ...order, ...sealNumber(deps.sealer, settlementColumn, id, number) },
      now,
    );
    if (result.outcome === 'owner_frozen' && ownerIdentityId !== identityId) throw refuse('owner_frozen');
    if (result.outcome !== 'requested') throw refusalOf(result, account, amount + deps.fee);
    await insertKey(tx, {
      accountId: requester,
      key: key.key,
      requestHash: key.requestHash,
      subject: id,
      now,
    });
    const entry = {
      at: now,
      identityId,
      actor: input.pid,
      action: 'settlement.requested',
      target: id,
      details: { app: clientId, amount: Number(amount), last4: account.last4 },
      origin: input.origin,
    };
    await recordAppAudit(tx, entry, ownerIdentityId);
    const data = { id, clientId, name: app.name, amount: Number(amount), last4: account.last4 };
    await notifyOwner(tx, { identityId: ownerIdentityId, type: 'settlement.requested', data, now });
    return { id, amount, fee: deps.fee, createdAt: result.at, replayed: false };
  });
}

function notUsable(account: BankAccount | null) {
  return refuse('bank_account_not_usable', {
    status: account?.status ?? 'none',
    ...(account?.usableFrom ? { usable_from: Math.ceil(account.usableFrom.getTime() / 1000) } : {}),
  });
}

function refusalOf(
  result: Exclude<Requested, { readonly outcome: 'requested' }>,
  account: BankAccount,
  total: bigint,
) {
  switch (result.outcome) {
    case 'insufficient':
      return refuse('insufficient_balance', { needed: total, available: result.available });
    case 'app_paused':
      return refuse('app_paused');
    case 'owner_frozen':
      return refuse('frozen', { until: Math.ceil(result.frozenUntil.getTime() / 1000) });
    case 'app_not_verified':
      return refuse('app_not_verified');
    case 'owner_minor':
      return refuse('settlement_blocked', { reason: 'owner_minor' });
    case 'app_deleted':
    case 'app_closed':
      return refuse('no_such_app');
    case 'account_not_usable':
      return notUsable(account);
    default:
      return assertNever(result);
  }
}

async function replay(
  db: Queryable,
  known: Parameters<typeof getKeyedPosting>[1],
  key: IdempotencyKey,
): Promise<NewSettlement> {
  const { id } = await getKeyedPosting(db, known, key);
  const settlement = (await findSettlement(db, id)) ?? impossible(`settlement ${id} is missing`);
  const { amount, fee, requestedAt } = settlement;
  return { id, amount, fee, createdAt: requestedAt, replayed: true };
}
