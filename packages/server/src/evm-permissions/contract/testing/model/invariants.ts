import { hexOf, type SpendLimit } from '@pid/protocol/evm';
import { expect } from 'vitest';
import { usageAt } from '../../../remaining-limits.ts';
import { onChain } from '../test-world.ts';
import { isApproved } from './state.ts';
import type { Model, ModelAccount, ModelPermission, Stage } from './state.ts';

const DAY = 86_400;

/**
 * The name of the UTC period that contains a time. It uses the calendar and not our period arithmetic, so
 * that it is an independent check.
 */
function periodName({ period }: SpendLimit, seconds: number): string {
  const iso = new Date(seconds * 1000).toISOString();
  if (period === 'hour') return iso.slice(0, 13);
  if (period === 'day') return iso.slice(0, 10);
  if (period === 'month') return iso.slice(0, 7);
  const monday = seconds - ((new Date(seconds * 1000).getUTCDay() + 6) % 7) * DAY;
  return `week of ${new Date(monday * 1000).toISOString().slice(0, 10)}`;
}

/**
 * Checks, from the recorded calls alone, that no limit was exceeded in any period. This does not depend on
 * the counters of the contract or of the model.
 */
function checkStatement({ permission, statement }: ModelPermission): void {
  for (const entry of permission.spend) {
    const sums = new Map<string, bigint>();
    for (const { token, amount, at } of statement) {
      if (token !== entry.token) continue;
      const name = periodName(entry, at);
      sums.set(name, (sums.get(name) ?? 0n) + amount);
    }
    for (const sum of sums.values()) expect(sum).toBeLessThanOrEqual(entry.limit);
  }
  const limited = new Set(permission.spend.map(({ token }) => token));
  for (const { token } of statement) expect(limited).toContain(token);
}

export async function checkApproval(
  stage: Stage,
  _model: Model,
  account: ModelAccount,
  state: ModelPermission,
): Promise<void> {
  const args = [account.contract.address, hexOf(state.digest)];
  const { result } = await stage.chain.call(stage.verifier, 'isApproved', args);
  expect(result).toBe(isApproved(account, state));
}

export async function checkLimits(
  stage: Stage,
  model: Model,
  account: ModelAccount,
  state: ModelPermission,
): Promise<void> {
  const args = [account.contract.address, onChain(state.permission)];
  expect((await stage.chain.call(stage.verifier, 'remaining', args)).result).toEqual(
    state.permission.spend.map(
      (entry, index) => entry.limit - usageAt(entry, state.usages.get(index), model.now).spent,
    ),
  );
  checkStatement(state);
}

/** Checks the owner, the approvals, and that all spending is still counted. */
export async function checkAccount(stage: Stage, model: Model, account: ModelAccount): Promise<void> {
  const { address } = account.contract;
  const owner = (await stage.chain.call(stage.verifier, 'ownerOf', [address])).result as readonly unknown[];
  const keyX = account.owner?.key.keyX ?? `0x${'00'.repeat(32)}`;
  expect([owner[0], owner[5]]).toEqual([keyX, BigInt(account.epoch)]);
  expect(account.epoch).toBe(account.former.size);
  for (const state of account.permissions) {
    await checkApproval(stage, model, account, state);
    if (state.statement.length > 0) await checkLimits(stage, model, account, state);
  }
}
