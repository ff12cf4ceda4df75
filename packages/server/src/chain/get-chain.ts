import { currentPolicy, toBase64Url } from '@pid/protocol';
import { orChainError } from './chain-errors.ts';
import { clusterName } from './cluster-name.ts';
import { explorerOf } from './explorer.ts';
import type { Chain } from './open-chain.ts';
import type { SolPriceReader } from './read-sol-price.ts';

export interface ChainRoutesDeps {
  readonly chain: Chain;
  readonly baseUrl: URL;
  readonly exitPageSha256: (genesisHash: string) => string;
  /** The operator's setting, or `none`; null selects the default of the cluster. */
  readonly explorerUrl: string | null;
  readonly readSolPrice: SolPriceReader;
}

/** Returns the facts that a client needs to build a challenge and to verify this service. */
export async function getChain(deps: ChainRoutesDeps) {
  const { chain, baseUrl, exitPageSha256 } = deps;
  const { genesisHash, programId, programHash, upgradeAuthority, config, chainTimeSeconds } =
    await orChainError(chain.deployment());
  const policy = currentPolicy(config);
  const { development } = chain;
  const cluster = clusterName(genesisHash, development !== null);
  return {
    cluster,
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
    rpcUrl: development && new URL(development.rpcPath, baseUrl).href,
    exitPageSha256: exitPageSha256(genesisHash),
    explorerUrl: explorerOf(deps.explorerUrl, cluster),
    solPrice: deps.readSolPrice(),
  };
}
