import { rentExemptLamports } from '@pid/protocol';
import { senseless } from './rpc.ts';
import type { Rpc } from './rpc.ts';

const METHOD = 'getMinimumBalanceForRentExemption';

/**
 * Returns the rent of an account of this size. Rent falls over the years and never rises, so a server that
 * reports more is lying.
 */
export async function readRent(rpc: Rpc, bytes: number): Promise<bigint> {
  const lamports = await rpc.call(METHOD, [bytes]);
  if (!Number.isInteger(lamports) || Number(lamports) < 0) throw senseless(METHOD);
  if (BigInt(Number(lamports)) > rentExemptLamports(BigInt(bytes))) throw senseless(METHOD);
  return BigInt(Number(lamports));
}
