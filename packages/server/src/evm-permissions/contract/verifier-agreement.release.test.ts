import {
  COUNTED_FUNCTIONS,
  PERIODS,
  PERMISSION_VERIFIER_ABI,
  REFUSED_FUNCTIONS,
  callDigest,
  hexOf,
  periodEnd,
  periodNumber,
  periodStart,
  permissionDigest,
  type Hex,
} from '@pid/protocol/evm';
import * as fc from 'fast-check';
import { parseAbi, toFunctionSelector } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import { runs } from '../../../../../test/support/searches.ts';
import { anyCall, anyPermission } from '../testing/arbitraries.ts';
import { compiled, day, newWorld, onChain, type World } from './testing/test-world.ts';

interface Parameter {
  readonly type: string;
  readonly name?: string;
  readonly indexed?: boolean;
  readonly components?: readonly Parameter[];
}

const canonical = (list: readonly Parameter[] | undefined): unknown =>
  list?.map((entry) => [entry.type, entry.name ?? '', entry.indexed ?? false, canonical(entry.components)]);

function canonicalEntry(entry: { type: string }): string {
  const { type, name, inputs, outputs } = entry as {
    type: string;
    name?: string;
    inputs?: Parameter[];
    outputs?: Parameter[];
  };
  return JSON.stringify([type, name, canonical(inputs), canonical(outputs)]);
}

let world: World;
beforeAll(async () => {
  world = await newWorld();
});

describe('the contract agrees with the server on', () => {
  test('the published ABI', () => {
    expect(parseAbi(PERMISSION_VERIFIER_ABI).map(canonicalEntry).toSorted()).toEqual(
      compiled.verifier.abi.map(canonicalEntry).toSorted(),
    );
  });

  test('the digest of any permission', async () => {
    await fc.assert(
      fc.asyncProperty(anyPermission, async (permission) => {
        const { result } = await world.chain.call(world.verifier, 'permissionDigest', [
          world.domain.account,
          onChain(permission),
        ]);
        expect(result).toBe(hexOf(permissionDigest(world.domain, permission)));
      }),
      runs(10, 40),
    );
  });

  test('the digest of any call', async () => {
    await fc.assert(
      fc.asyncProperty(anyCall, async (call) => {
        const { result } = await world.chain.call(world.verifier, 'callDigest', [
          world.domain.account,
          call.permission,
          { ...call, data: hexOf(call.data) },
        ]);
        expect(result).toBe(hexOf(callDigest(world.domain, call)));
      }),
      runs(10, 40),
    );
  });

  test('the boundaries of hours, days, ISO weeks and months', async () => {
    const periodOf = async (period: number, time: number) =>
      BigInt(String((await world.chain.call(world.verifier, 'periodOf', [period, time])).result));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PERIODS),
        fc.integer({ min: 40 * day, max: 7_000_000_000 }),
        async (period, time) => {
          const start = periodStart(period, time);
          const index = await periodOf(periodNumber(period), time);
          expect(await periodOf(periodNumber(period), start)).toBe(index);
          expect(await periodOf(periodNumber(period), start - 1)).toBe(index - 1n);
          expect(await periodOf(periodNumber(period), periodEnd(period, start) - 1)).toBe(index);
          expect(await periodOf(periodNumber(period), periodEnd(period, start))).toBe(index + 1n);
        },
      ),
      runs(10, 30),
    );
  });

  test('the counted functions and the refused functions', async () => {
    const amountArgument = async (selector: Hex) =>
      Number((await world.chain.call(world.verifier, 'amountArgument', [selector])).result);
    for (const [selector, counted] of COUNTED_FUNCTIONS)
      expect(await amountArgument(selector)).toBe(counted.amountArgument);
    for (const selector of REFUSED_FUNCTIONS.keys()) expect(await amountArgument(selector)).toBe(255);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 4, maxLength: 4 }).map(hexOf), async (selector) => {
        fc.pre(!COUNTED_FUNCTIONS.has(selector) && !REFUSED_FUNCTIONS.has(selector));
        expect(await amountArgument(selector)).toBe(0);
      }),
      runs(10, 30),
    );
    // The current signature and the signature of earlier verifiers: a session key must not call either.
    for (const signature of ['setOwner(bytes32,bytes32,bytes32,string)', 'setOwner(bytes32,bytes32,bytes32)'])
      expect(await amountArgument(toFunctionSelector(`function ${signature}`))).toBe(255);
  });
});
