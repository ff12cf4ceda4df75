import { toAddress } from './brands.ts';
import { ByteWriter } from './bytes.ts';
import type { ProgramInstruction } from './instruction.ts';

export const COMPUTE_BUDGET_PROGRAM = toAddress('ComputeBudget111111111111111111111111111111');

/** Returns both instructions even if the price is zero, so that messages of one kind have one size. */
export function computeBudget(unitLimit: number, unitPriceMicroLamports: bigint): ProgramInstruction[] {
  const limit = new ByteWriter(5).u8(2).u32(unitLimit).finish();
  return [
    { programAddress: COMPUTE_BUDGET_PROGRAM, accounts: [], data: limit },
    unitPrice(unitPriceMicroLamports),
  ];
}

export function unitPrice(microLamports: bigint): ProgramInstruction {
  const data = new ByteWriter(9).u8(3).u64(microLamports, 'unitPriceMicroLamports').finish();
  return { programAddress: COMPUTE_BUDGET_PROGRAM, accounts: [], data };
}
