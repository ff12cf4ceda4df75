import { encodeBase58, type Address } from '@pid/protocol';
import type { Execution } from './vm.ts';

/** What `getTransaction` tells about an execution, as it is stored: amounts are decimal strings, because JSON numbers end at 2^53. */
export interface LandedMeta {
  readonly fee: string;
  readonly preBalances: readonly string[];
  readonly postBalances: readonly string[];
  readonly logMessages: readonly string[];
  readonly innerInstructions: readonly unknown[];
  readonly computeUnitsConsumed: string;
  readonly returnData: { readonly programId: string; readonly data: readonly [string, 'base64'] } | null;
}

export function landedMeta(
  execution: Execution,
  fee: bigint,
  keys: readonly Address[],
  balancesBefore: (key: Address) => bigint,
  balancesAfter: (key: Address) => bigint,
): LandedMeta {
  return {
    fee: String(fee),
    preBalances: keys.map((key) => String(balancesBefore(key))),
    postBalances: keys.map((key) => String(balancesAfter(key))),
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
