import { encodeBase58, type Address } from '@pid/protocol';
import { tokenBalances, type TokenBalance } from './token-balances.ts';
import type { ChainAccount, Execution, Vm } from './vm.ts';

/**
 * Stored metadata of an execution, for `getTransaction`. Amounts are decimal strings, because JSON numbers
 * are exact only up to 2^53.
 */
export interface LandedMeta {
  readonly fee: string;
  readonly preBalances: readonly string[];
  readonly postBalances: readonly string[];
  /** Absent in rows written by earlier versions. */
  readonly preTokenBalances?: readonly TokenBalance[];
  readonly postTokenBalances?: readonly TokenBalance[];
  readonly logMessages: readonly string[];
  readonly innerInstructions: readonly unknown[];
  readonly computeUnitsConsumed: string;
  readonly returnData: { readonly programId: string; readonly data: readonly [string, 'base64'] } | null;
}

interface Seen {
  readonly before: ReadonlyMap<Address, ChainAccount | null>;
  readonly after: ReadonlyMap<Address, ChainAccount | null>;
  /** Supplies the mints of tokens, which a plain transfer does not list. */
  readonly vm: Pick<Vm, 'account'>;
}

export function landedMeta(
  execution: Execution,
  fee: bigint,
  keys: readonly Address[],
  { before, after, vm }: Seen,
): LandedMeta {
  const lamportsOf = (accounts: Seen['before']) =>
    keys.map((key) => String(accounts.get(key)?.lamports ?? 0n));
  const tokensOf = (accounts: Seen['before']) =>
    tokenBalances(
      keys,
      (key) => accounts.get(key) ?? null,
      (mint) => vm.account(mint),
    );
  return {
    fee: String(fee),
    preBalances: lamportsOf(before),
    postBalances: lamportsOf(after),
    preTokenBalances: tokensOf(before),
    postTokenBalances: tokensOf(after),
    logMessages: execution.logs,
    innerInstructions: innerInstructionsOf(execution),
    computeUnitsConsumed: String(execution.unitsConsumed),
    returnData: returnDataOf(execution),
  };
}

export function returnDataOf({ returnData }: Execution): LandedMeta['returnData'] {
  return (
    returnData && {
      programId: returnData.programId,
      data: [Buffer.from(returnData.data).toString('base64'), 'base64'],
    }
  );
}

export function innerInstructionsOf({ innerInstructions }: Execution): unknown[] {
  return innerInstructions
    .map((calls, index) => ({
      index,
      instructions: calls.map(({ programIdIndex, accounts, data, stackHeight }) => ({
        programIdIndex,
        accounts: [...accounts],
        data: encodeBase58(data),
        stackHeight,
      })),
    }))
    .filter(({ instructions }) => instructions.length > 0);
}
