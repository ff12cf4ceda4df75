import { SYSTEM_PROGRAM, type Address } from '@pid/protocol';
import { describe, expect, test } from 'vitest';
import { acceptedVersion, strictProgramsFeature } from './accepted-version.ts';

const featureProgram = 'Feature111111111111111111111111111111111111' as Address;

function cluster(owner: Address, data: readonly number[] | null) {
  return {
    async account(address: Address) {
      expect(address).toBe(strictProgramsFeature);
      const account = data && { lamports: 1n, owner, data: Uint8Array.from(data), executable: false };
      return { slot: 1n, account };
    },
  };
}

describe('a deployment uses', () => {
  test('sBPF v3 if the cluster has activated it', async () => {
    expect(await acceptedVersion(cluster(featureProgram, [1, 9, 0, 0, 0, 0, 0, 0, 0]))).toBe('v3');
  });

  test.each([
    ['does not know it', featureProgram, null],
    ['has it proposed and not activated', featureProgram, [0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['has something else at its address', SYSTEM_PROGRAM, [1, 9, 0, 0, 0, 0, 0, 0, 0]],
  ])('sBPF v0 if the cluster %s', async (_, owner, data) => {
    expect(await acceptedVersion(cluster(owner, data))).toBe('v0');
  });
});
