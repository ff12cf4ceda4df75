import type { SbpfVersion } from '@pid/program';
import type { Address } from '@pid/protocol';
import type { ChainClient } from '../platform/chain/client/index.ts';

const featureProgram = 'Feature111111111111111111111111111111111111';
/**
 * SIMD-0178, SIMD-0189, SIMD-0377. This feature is activated before SIMD-0500 can end the deployment of older
 * versions.
 */
export const strictProgramsFeature = '5cC3foj77CWun58pC51ebHFUWavHWKarWyR5UUik7dnC' as Address;

/**
 * Returns the newest sBPF version that the cluster runs. An upgrade can move a program from one version to
 * the other.
 */
export async function acceptedVersion(client: Pick<ChainClient, 'account'>): Promise<SbpfVersion> {
  const { account: feature } = await client.account(strictProgramsFeature);
  // An `Option` of the activation slot; it is `None` for a feature that is only proposed.
  const isActive = feature?.owner === featureProgram && feature.data[0] === 1;
  return isActive ? 'v3' : 'v0';
}
