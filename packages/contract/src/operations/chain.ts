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
    summary: 'Returns the chain, the wallet program and the fee policy',
    description:
      'Contains the values that a client needs to build a challenge, and to verify which program the service uses.',
    access: 'public',
    limit: 'chain',
    reply: Type.Object(
      {
        cluster: words(
          '`mainnet-beta`, `devnet`, `testnet`, `custom`, or `embedded` for the development chain.',
        ),
        genesisHash,
        programId: address('Address of the wallet program'),
        programHash: words(
          'sha256 of the deployed program, in hexadecimal. Equals that of the published .so file.',
        ),
        upgradeAuthority: nullable(
          words('Address that can upgrade the program (base58); null if it cannot be upgraded.'),
        ),
        chainTime,
        feePolicyVersion,
        protocolFeeBps,
        treasury,
        rpId: words('WebAuthn relying-party id: the host name of the service.'),
        rpIdHash: described(base64url, 'sha256 of `rpId` that the program stores, in unpadded base64url.'),
        origin: words('Origin that the program requires in the client data that passkeys sign.'),
        testToken: nullable(
          Type.Object(
            {
              mint: address('Address of the mint'),
              decimals: integer('Number of decimal places.'),
            },
            { description: 'Test token of the development chain, without value; null on other chains.' },
          ),
        ),
        rpcUrl: nullable(
          words(
            'JSON-RPC URL of the development chain, usable only from the machine that runs the service; null on a cluster, which has public endpoints.',
          ),
        ),
        exitPageSha256: words(
          'sha256 of /exit/offline.html, in hexadecimal. That file withdraws money without this service.',
        ),
        explorerUrl: nullable(
          words(
            'URL of a transaction in a block explorer, with {signature} as placeholder; null if none is configured.',
          ),
        ),
        solPrice: nullable(
          Type.Object(
            {
              idr: Type.Number({ minimum: 0, description: 'Approximate price of one SOL, in rupiah.' }),
              at: instant('Time at which the price was read.'),
            },
            {
              description:
                'Price from a source that the operator configured, at most 15 minutes old; null without a source. For information only: no charge depends on it.',
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

/** The faucet exists only on the development chain. */
export const faucet = declare('development', {
  requestAirdrop: {
    summary: 'Requests play money from the faucet of the development chain',
    description:
      'Sends lamports to `address`. With `mint` (the test token of GET /v1/chain), sends `amount` base units of that token to the associated token account of `address`.',
    access: 'public',
    limit: 'wallet',
    body: Type.Object({
      address: solanaAddress('Address of the receiver'),
      lamports: Type.Optional(amount('Amount in lamports, at most 10^12. Leave it out with `mint`.')),
      mint: Type.Optional(solanaAddress('Address of the test token')),
      amount: Type.Optional(
        amount('Amount in base units of the test token, at most 10^12. Required with `mint`.'),
      ),
    }),
    reply: Type.Object({ signature }, { title: 'Airdrop' }),
    errors: ['only_on_this_machine', 'chain_unavailable', 'airdrop_refused'],
    example: { address: exampleKeys.address, lamports: '2000000000' },
  },
});
