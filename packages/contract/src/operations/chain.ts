import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { base64url, described, instant, integer, nullable, ruleKeyword, words } from '../schemas.ts';
import {
  address,
  chainTime,
  exampleKeys,
  feePolicyVersion,
  genesisHash,
  protocolFeeBps,
  signature,
  solanaAddress,
  treasury,
} from '../shapes/chain.ts';

export const chain = declare('wallet', {
  getChain: {
    summary:
      'The chain, the program and the fee policy: what a client needs to build a challenge and to judge us',
    access: 'public',
    limit: 'chain',
    reply: Type.Object(
      {
        cluster: words('mainnet-beta, devnet, testnet, custom, or embedded for the development chain.'),
        genesisHash,
        programId: address('The wallet program'),
        programHash: words('sha256 of the deployed program in hexadecimal, as of the published .so.'),
        upgradeAuthority: nullable(words('Who may replace the program (base58); null when nobody can.')),
        chainTime,
        feePolicyVersion,
        protocolFeeBps,
        treasury,
        rpId: words('WebAuthn relying-party id: the host name of the service.'),
        rpIdHash: described(base64url, 'sha256 of it, which the program knows; unpadded base64url.'),
        origin: words('Origin that the program expects in what passkeys sign.'),
        testToken: nullable(
          Type.Object(
            {
              mint: address('The mint'),
              decimals: integer('How many digits stand behind the point.'),
            },
            { description: 'Play money to try tokens with, on the development chain only; else null.' },
          ),
        ),
        rpcUrl: nullable(
          words(
            'JSON-RPC of the development chain, for requests made on this machine; null on a cluster, whose addresses are public.',
          ),
        ),
        exitPageSha256: words(
          'sha256 of /exit/offline.html in hexadecimal: the way out as one file to keep.',
        ),
        explorerUrl: nullable(
          words('Where anybody can look at a transaction: its signature goes in place of {signature}.'),
        ),
        solPrice: nullable(
          Type.Object(
            {
              idr: Type.Number({ minimum: 0, description: 'Rupiah for one SOL, about.' }),
              at: instant('When it was read.'),
            },
            {
              description:
                'From a source that the operator names, at most 15 minutes old; null without one. To give an idea: nothing is charged by it.',
            },
          ),
        ),
      },
      { title: 'Chain' },
    ),
    errors: ['chain_unavailable', 'program_not_ready'],
    example: {},
  },
});

export const airdropMax = 1_000_000_000_000n;
export const airdropRule = `must be a decimal string (or integer) from 1 to ${airdropMax}`;
const amount = (description: string) =>
  Type.Unsafe<string | number>({
    description,
    anyOf: [
      { type: 'string', pattern: '^[1-9][0-9]{0,12}$' },
      { type: 'integer', minimum: 1 },
    ],
    [ruleKeyword]: airdropRule,
  });

/** The faucet exists where money is play money, and nowhere else. */
export const faucet = declare('development', {
  requestAirdrop: {
    summary: 'Play money from the faucet of the embedded chain',
    description:
      'Lamports, or with `mint` (the test token of GET /v1/chain) `amount` base units of it, to the associated token account of `address`.',
    access: 'public',
    limit: 'wallet',
    body: Type.Object({
      address: solanaAddress('Who gets it'),
      lamports: Type.Optional(amount('Lamports, at most 10^12; left out with `mint`.')),
      mint: Type.Optional(solanaAddress('The test token')),
      amount: Type.Optional(amount('Base units of the test token, at most 10^12; comes with `mint`.')),
    }),
    reply: Type.Object({ signature }, { title: 'Airdrop' }),
    errors: ['only_on_this_machine', 'chain_unavailable', 'airdrop_refused'],
    example: { address: exampleKeys.address, lamports: '2000000000' },
  },
});
