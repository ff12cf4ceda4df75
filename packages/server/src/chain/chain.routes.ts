import { currentPolicy, toBase64Url } from '@pid/protocol';
import { Type } from 'typebox';
import { route, schemas, type Route } from '../platform/http/index.ts';
import { airdropRoute } from './airdrop.routes.ts';
import { chainUnavailable, orChainError, programNotReady } from './chain-errors.ts';
import { clusterName } from './cluster-name.ts';
import type { Chain } from './open-chain.ts';
import { testTokenDecimals } from './test-token.ts';

const chainSchema = Type.Object(
  {
    cluster: Type.String({
      description: 'mainnet-beta, devnet, testnet, custom, or embedded for the development chain',
    }),
    genesisHash: Type.String(),
    programId: Type.String(),
    programHash: Type.String({
      description: 'sha256 of the deployed program in hexadecimal, as of the published .so',
    }),
    upgradeAuthority: schemas.nullable(
      Type.String({ description: 'Who may replace the program; null when nobody can' }),
    ),
    chainTime: Type.Integer({ description: 'Unix seconds of the chain, from which every expiry is counted' }),
    feePolicyVersion: Type.Integer(),
    protocolFeeBps: Type.Integer(),
    treasury: Type.String(),
    rpId: Type.String(),
    rpIdHash: schemas.base64url,
    origin: Type.String(),
    testToken: schemas.nullable(
      Type.Object(
        { mint: Type.String(), decimals: Type.Integer() },
        { description: 'Play money to try tokens with, on the development chain only' },
      ),
    ),
    exitPageSha256: Type.String({
      description: 'sha256 of /exit/offline.html in hexadecimal: the way out as one file to keep',
    }),
  },
  { title: 'Chain' },
);

export interface ChainRoutesDeps {
  readonly chain: Chain;
  readonly baseUrl: URL;
  readonly exitPageSha256: (genesisHash: string) => string;
}

export function chainRoutes(deps: ChainRoutesDeps): Route[] {
  const { chain } = deps;
  const routes = [describeChain(deps)];
  return chain.testMoney ? [...routes, airdropRoute(chain.client, chain.testMoney)] : routes;
}

function describeChain({ chain, baseUrl, exitPageSha256 }: ChainRoutesDeps): Route {
  return route({
    method: 'GET',
    path: '/v1/chain',
    operationId: 'getChain',
    summary:
      'The chain, the program and the fee policy: what a client needs to build a challenge and to judge us',
    tag: 'wallet',
    access: 'public',
    limit: 'chain',
    reply: chainSchema,
    errors: [chainUnavailable, programNotReady],
    async handle() {
      const { genesisHash, programId, programHash, upgradeAuthority, config, chainTimeSeconds } =
        await orChainError(chain.deployment());
      const [policy, mint] = [currentPolicy(config), await orChainError(testMint(chain))];
      return {
        cluster: clusterName(genesisHash, chain.embedded),
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
        testToken: mint === null ? null : { mint, decimals: testTokenDecimals },
        exitPageSha256: exitPageSha256(genesisHash),
      };
    },
  });
}

async function testMint({ testMoney }: Chain): Promise<string | null> {
  return testMoney && testMoney.mint();
}
