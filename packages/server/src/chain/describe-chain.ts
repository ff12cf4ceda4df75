import { currentPolicy, toBase64Url } from '@pid/protocol';
import { orChainError } from './chain-errors.ts';
import { clusterName } from './cluster-name.ts';
import type { Chain } from './open-chain.ts';

export interface ChainRoutesDeps {
  readonly chain: Chain;
  readonly baseUrl: URL;
  readonly exitPageSha256: (genesisHash: string) => string;
}

/** What a client needs to build a challenge and to judge us. */
export async function describeChain({ chain, baseUrl, exitPageSha256 }: ChainRoutesDeps) {
  const { genesisHash, programId, programHash, upgradeAuthority, config, chainTimeSeconds } =
    await orChainError(chain.deployment());
  const policy = currentPolicy(config);
  const { development } = chain;
  return {
    cluster: clusterName(genesisHash, development !== null),
    genesisHash,
    programId,
    programHash,
    upgradeAuthority,
    chainTime: Number(chainTimeSeconds),
    feePolicyVersion: policy.version,
    protocolFeeBps: policy.bps,
    treasury: config.treasury,
    rpId: baseUrl.hostname,
    rpIdHash: toBase64Url(config.rpIdHash),
    origin: config.origin,
    testToken: development && (await orChainError(development.testToken())),
    exitPageSha256: exitPageSha256(genesisHash),
  };
}
