import { isAddress, type Address } from '@pid/protocol';
import { isSolanaError, SOLANA_ERROR__JSON_RPC__INTERNAL_ERROR, type Lamports } from '@solana/kit';
import { Type } from 'typebox';
import type { ChainClient } from '../platform/chain/client/index.ts';
import { commonErrors, defineError } from '../platform/errors/index.ts';
import { route, schemas, type Route } from '../platform/http/index.ts';
import { chainUnavailable, orChainError } from './chain-errors.ts';
import { OperatorTransactionError } from './land-transaction.ts';
import type { TestMoney } from './test-token.ts';

const airdropMax = 1_000_000_000_000n;
const airdropRule = `must be a decimal string (or integer) from 1 to ${airdropMax}`;
const address = schemas.text('^[1-9A-HJ-NP-Za-km-z]{32,44}$', 'must be a Solana address');
const amount = Type.Unsafe<string | number>({
  anyOf: [
    { type: 'string', pattern: '^[1-9][0-9]{0,12}$' },
    { type: 'integer', minimum: 1 },
  ],
  'x-rule': airdropRule,
});

const airdropRefused = defineError(
  'airdrop_refused',
  400,
  (reason: string) => reason.replace(/^Internal error: /, ''),
  'The faucet refused, for example because a new account would be below the rent-exempt minimum',
);

interface AirdropBody {
  readonly address: string;
  readonly lamports?: string | number;
  readonly mint?: string;
  readonly amount?: string | number;
}

/** The faucet exists where money is play money, and nowhere else. */
export function airdropRoute(client: ChainClient, testMoney: TestMoney): Route {
  return route({
    method: 'POST',
    path: '/v1/dev/airdrop',
    operationId: 'requestAirdrop',
    summary: 'Play money from the faucet of the embedded chain',
    description:
      'Lamports, or with `mint` (the test token of GET /v1/chain) `amount` base units of it, to the associated token account of `address`.',
    tag: 'development',
    access: 'public',
    limit: 'wallet',
    body: Type.Object({
      address,
      lamports: Type.Optional(amount),
      mint: Type.Optional(address),
      amount: Type.Optional(amount),
    }),
    reply: Type.Object({ signature: Type.String() }, { title: 'Airdrop' }),
    errors: [chainUnavailable, airdropRefused],
    async handle({ body }) {
      const wish = await readWish(testMoney, body);
      return { signature: await orChainError(give(client, testMoney, wish)) };
    },
  });
}

interface Wish {
  readonly to: Address;
  readonly asset: 'lamports' | 'tokens';
  readonly amount: bigint;
}

async function readWish(testMoney: TestMoney, body: AirdropBody): Promise<Wish> {
  const problems: string[] = [];
  const [asset, field] =
    body.mint === undefined ? (['lamports', 'lamports'] as const) : (['tokens', 'amount'] as const);
  const other = asset === 'lamports' ? body.amount : body.lamports;
  if (body[field] === undefined) problems.push(`${field} is required`);
  if (other !== undefined)
    problems.push(asset === 'lamports' ? 'amount goes with a mint' : 'lamports must be left out with a mint');
  if (BigInt(body[field] ?? 1) > airdropMax) problems.push(`${field} ${airdropRule}`);
  if (!isAddress(body.address)) problems.push('address must be a Solana address');
  const token = await orChainError(testMoney.mint());
  if (body.mint !== undefined && body.mint !== token) problems.push(`mint must be the test token ${token}`);
  if (problems.length > 0) throw commonErrors.validationFailed(...problems);
  return { to: body.address as Address, asset, amount: BigInt(body[field] ?? 0) };
}

async function give(client: ChainClient, testMoney: TestMoney, { to, asset, amount }: Wish): Promise<string> {
  try {
    return asset === 'tokens'
      ? await testMoney.give(to, amount)
      : await client.rpc.requestAirdrop(to, amount as Lamports).send();
  } catch (error) {
    if (isSolanaError(error, SOLANA_ERROR__JSON_RPC__INTERNAL_ERROR))
      throw airdropRefused(error.context.__serverMessage);
    if (error instanceof OperatorTransactionError) throw airdropRefused(error.message);
    throw error;
  }
}
