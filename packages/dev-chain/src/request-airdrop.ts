import { airdropMax, airdropRule, type Input } from '@pid/contract';
import { isAddress, type Address } from '@pid/protocol';
import { isSolanaError, SOLANA_ERROR__JSON_RPC__INTERNAL_ERROR, type Lamports } from '@solana/kit';
import { OperatorTransactionError, orChainError } from '@pid/server/chain';
import type { ChainClient } from '@pid/server/platform/chain/client/index.ts';
import { invalid, refuse } from '@pid/server/platform/errors/index.ts';
import type { TestMoney } from './test-token.ts';

/** Sends test money on the embedded chain, where no other source of money exists. */
export async function requestAirdrop(
  client: ChainClient,
  testMoney: TestMoney,
  body: Input<'requestAirdrop'>,
): Promise<{ signature: string }> {
  const wish = await readWish(testMoney, body);
  return { signature: await orChainError(give(client, testMoney, wish)) };
}

interface Wish {
  readonly to: Address;
  readonly asset: 'lamports' | 'tokens';
  readonly amount: bigint;
}

async function readWish(testMoney: TestMoney, body: Input<'requestAirdrop'>): Promise<Wish> {
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
  if (problems.length > 0) throw invalid(...problems);
  return { to: body.address as Address, asset, amount: BigInt(body[field] ?? 0) };
}

async function give(client: ChainClient, testMoney: TestMoney, { to, asset, amount }: Wish): Promise<string> {
  try {
    return asset === 'tokens'
      ? await testMoney.give(to, amount)
      : await client.rpc.requestAirdrop(to, amount as Lamports).send();
  } catch (error) {
    if (isSolanaError(error, SOLANA_ERROR__JSON_RPC__INTERNAL_ERROR))
      throw refuse('airdrop_refused', {
        detail: error.context.__serverMessage.replace(/^Internal error: /, ''),
      });
    if (error instanceof OperatorTransactionError) throw refuse('airdrop_refused', { detail: error.message });
    throw error;
  }
}
