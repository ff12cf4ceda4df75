import { periodStart, type EvmAddress } from '@pid/protocol/evm';
import { invalid, refuse } from '../platform/errors/index.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Needs } from '../platform/needs.ts';
import { limitExceeded, limitReasons, standingReasons } from './judge-call.ts';
import { holdRecord, type PermissionRecord } from './permissions.store.ts';
import { describeRemaining, usageAt } from './remaining-limits.ts';
import {
  addSpending,
  listUsage,
  storeSpendAnswer,
  takeSpendKey,
  type SpendAnswer,
} from './spending.store.ts';
import { readToken } from './check-call.ts';

export interface SpendInput {
  readonly id: string;
  readonly clientId: string;
  readonly token: string;
  readonly amount: string;
  readonly idempotencyKey: string | null;
}

/** Counts an amount that the app reports as spent, against all limits of the token or none. */
export async function recordSpend(
  deps: Needs<'db' | 'clock'>,
  input: SpendInput,
): Promise<{ answer: SpendAnswer; isReplay: boolean }> {
  const { token, amount } = readSpend(input);
  return deps.db.transaction(async (tx) => {
    const record = await holdRecord(tx, input.id, { clientId: input.clientId });
    if (!record) throw refuse('no_such_permission');
    const keyed =
      input.idempotencyKey === null
        ? null
        : { permissionId: record.id, key: input.idempotencyKey, token, amount };
    if (keyed) {
      const before = await takeSpendKey(tx, keyed, deps.clock.now());
      if (before !== 'taken') {
        if (!before.sameSpend) throw refuse('permission_idempotency_conflict');
        return { answer: before.answer, isReplay: true };
      }
    }
    const [refusal] = standingReasons(record, deps.clock.nowMillis());
    if (refusal) throw refuse('permission_spend_refused', refusal);
    await spendAll(tx, record, { token, amount }, deps.clock.nowSeconds());
    const usages = (await listUsage(tx, [record.id])).get(record.id);
    const answer = {
      token: token ?? 'native',
      amount: String(amount),
      remaining: describeRemaining(record.permission.spend, usages, deps.clock.nowSeconds()),
    };
    if (keyed) await storeSpendAnswer(tx, keyed, answer);
    return { answer, isReplay: false };
  });
}

/** Throws if a limit would be exceeded; the rollback undoes the counts of earlier limits. */
async function spendAll(
  tx: Tx,
  record: PermissionRecord,
  spending: { token: EvmAddress | null; amount: bigint },
  nowSeconds: number,
): Promise<void> {
  const { spend } = record.permission;
  const name = spending.token ?? 'native';
  let isLimited = false;
  for (const [i, entry] of spend.entries()) {
    if (entry.token !== spending.token) continue;
    isLimited = true;
    const windowStart = periodStart(entry.period, nowSeconds);
    const counted = await addSpending(tx, {
      permissionId: record.id,
      entry: i,
      windowStart,
      amount: spending.amount,
      limit: entry.limit,
    });
    if (counted) continue;
    const usage = (await listUsage(tx, [record.id])).get(record.id)?.get(i);
    throw refuse(
      'permission_spend_refused',
      limitExceeded(name, entry, entry.limit - usageAt(entry, usage, nowSeconds).spent),
    );
  }
  if (!isLimited)
    throw refuse('permission_spend_refused', limitReasons(spend, undefined, spending, nowSeconds)[0]!);
}

function readSpend(input: SpendInput): { token: EvmAddress | null; amount: bigint } {
  const token = readToken(input.token);
  const amount = BigInt(input.amount);
  const problems: string[] = [];
  if (token === 'wrong') problems.push('token must have a right EIP-55 checksum, or be all in lower case');
  if (amount === 0n || amount >= 2n ** 256n) problems.push('amount must be at least 1 and fit 256 bits');
  if (problems.length > 0 || token === 'wrong') throw invalid(...problems);
  return { token, amount };
}
