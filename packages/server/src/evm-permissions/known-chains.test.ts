import { expect, test } from 'vitest';
import { coinAmount, knownToken } from './known-chains.ts';
import { describePermission } from './describe-permission.ts';

test.each([
  [5_000_000n, 6, '5'],
  [1_500_001n, 6, '1.500001'],
  [1n, 18, '0.000000000000000001'],
])('%s base units with %s decimals are %s', (units, decimals, shown) => {
  expect(coinAmount(units, decimals)).toBe(shown);
});

test('a token is known by chain and address, in any letter case, and not on another chain', () => {
  const address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
  expect(knownToken(8453, address)).toEqual({ symbol: 'USDC', decimals: 6 });
  expect(knownToken(8453, address.toLowerCase())?.symbol).toBe('USDC');
  expect(knownToken(1, address)).toBeUndefined();
});

test('describes a known token by its symbol in whole units and any other token in base units, and warns about unchecked contracts', () => {
  const [account, verifier] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`] as const;
  const known = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
  const describe = (token: string) =>
    describePermission(
      { chainId: 8453, account } as never,
      {
        verifier,
        calls: [],
        spend: [{ token, limit: 2_500_000n, period: 'day' }],
        start: 0,
        expiry: 1_800_000_000,
      } as never,
      false,
    );
  expect(describe(known).limits).toEqual([`Spend at most 2.5 USDC (the token ${known}) a day`]);
  expect(describe(account).limits[0]).toContain('2500000 base units');
  expect(describe(known).warnings.at(-1)).toContain(`the verifier ${verifier}`);
});
