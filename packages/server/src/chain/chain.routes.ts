import { currentPolicy, isAddress, toBase64Url, type Address } from '@pid/protocol';
import { isSolanaError, SOLANA_ERROR__JSON_RPC__INTERNAL_ERROR, type Lamports } from '@solana/kit';
import { Type } from 'typebox';
import { commonErrors, defineError } from '../platform/errors/index.ts';
import { route, schemas, type Route } from '../platform/http/index.ts';
import { chainUnavailable, orChainError, programNotReady } from './chain-errors.ts';
import { clusterName } from './cluster-name.ts';
import type { Chain } from './open-chain.ts';

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
    exitPageSha256: Type.String({
      description: 'sha256 of /exit/offline.html in hexadecimal: the way out as one file to keep',
    }),
  },
  { title: 'Chain' },
);

const airdropLamportsMax = 1_000_000_000_000n;
const airdropRule = `must be a decimal string (or integer) from 1 to ${airdropLamportsMax}`;

const airdropRefused = defineError(
  'airdrop_refused',
  400,
  (reason: string) => reason.replace(/^Internal error: /, ''),
  'The faucet refused, for example because a new account would be below the rent-exempt minimum',
);

export interface ChainRoutesDeps {
  readonly chain: Chain;
  readonly baseUrl: URL;
  readonly exitPageSha256: (genesisHash: string) => string;
}

export function chainRoutes(deps: ChainRoutesDeps): Route[] {
  const { chain } = deps;
  const routes = [describeChain(deps)];
  // The faucet exists where money is play money, and nowhere else.
  return chain.embedded ? [...routes, airdropRoute(chain)] : routes;
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
      const policy = currentPolicy(config);
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
        exitPageSha256: exitPageSha256(genesisHash),
      };
    },
  });
}

function airdropRoute(chain: Chain): Route {
  return route({
    method: 'POST',
    path: '/v1/dev/airdrop',
    operationId: 'requestAirdrop',
    summary: 'Play money from the faucet of the embedded chain',
    tag: 'development',
    access: 'public',
    limit: 'wallet',
    body: Type.Object({
      address: schemas.text('^[1-9A-HJ-NP-Za-km-z]{32,44}$', 'must be a Solana address'),
      lamports: Type.Unsafe<string | number>({
        anyOf: [
          { type: 'string', pattern: '^[1-9][0-9]{0,12}$' },
          { type: 'integer', minimum: 1 },
        ],
        'x-rule': airdropRule,
      }),
    }),
    reply: Type.Object({ signature: Type.String() }, { title: 'Airdrop' }),
    errors: [chainUnavailable, airdropRefused],
    async handle({ body }) {
      if (!isAddress(body.address)) throw commonErrors.validationFailed('address must be a Solana address');
      const lamports = BigInt(body.lamports);
      if (lamports > airdropLamportsMax) throw commonErrors.validationFailed(`lamports ${airdropRule}`);
      return { signature: await orChainError(airdrop(chain, body.address, lamports)) };
    },
  });
}

async function airdrop(chain: Chain, address: Address, lamports: bigint): Promise<string> {
  try {
    return await chain.client.rpc.requestAirdrop(address, lamports as Lamports).send();
  } catch (error) {
    if (isSolanaError(error, SOLANA_ERROR__JSON_RPC__INTERNAL_ERROR))
      throw airdropRefused(error.context.__serverMessage);
    throw error;
  }
}
