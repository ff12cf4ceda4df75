import { describe, expect, it } from 'vitest';
import { EVERYTHING as SIGNED_EVERYTHING, rentExemptLamports } from '@pid/protocol';
import { EVERYTHING, activationCost, checkAmount, everythingNow } from './check-amount.ts';

const MINIMUM = rentExemptLamports(0n);

describe('activationCost', () => {
  it('adds up, and separates the account’s rent from the vault’s minimum', () => {
    const [account, fee] = [rentExemptLamports(81n), 15_000n];
    const total = account + MINIMUM + fee + 150n;
    expect(
      activationCost({ requiredLamports: Number(total), networkFeeLamports: 15_000, protocolFeeBps: 100 }),
    ).toEqual({ accountRent: account, vaultMinimum: MINIMUM, networkFee: fee, protocolFee: 150n, total });
  });
});

describe('checkAmount', () => {
  const vault = { balance: 10_000_000n, solBalance: 10_000_000n, fees: 10_000n, vaultMinimum: MINIMUM };
  it.each([
    ['nothing', 0n, 'nothing'],
    ['all but the fees', 9_990_000n, 'none'],
    ['one more than that', 9_990_001n, 'too-much'],
    ['one less than that', 9_989_999n, 'leaves-dust'],
    ['all but the minimum', 9_990_000n - MINIMUM, 'none'],
  ] as const)('SOL: %s', (_, amount, problem) => {
    expect(checkAmount({ ...vault, amount, isSol: true })).toBe(problem);
  });

  it('tokens: fees are paid in SOL', () => {
    const tokens = { ...vault, balance: 5n, isSol: false };
    expect(checkAmount({ ...tokens, amount: 5n })).toBe('none');
    expect(checkAmount({ ...tokens, amount: 6n })).toBe('too-much');
    expect(checkAmount({ ...tokens, amount: 1n, solBalance: 9_999n })).toBe('too-much');
  });
});

describe('everything', () => {
  it('matches the program’s constant; its current value is the balance minus costs, without costs for tokens', () => {
    expect(EVERYTHING).toBe(SIGNED_EVERYTHING);
    expect(everythingNow(10_000n, 1_000n, true)).toBe(9_000n);
    expect(everythingNow(1_000n, 1_001n, true)).toBe(0n);
    expect(everythingNow(7n, 1_000n, false)).toBe(7n);
  });
});
