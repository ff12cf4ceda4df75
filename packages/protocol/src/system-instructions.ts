import type { Address } from './brands.ts';
import { ByteWriter } from './bytes.ts';
import { SYSTEM_PROGRAM } from './constants.ts';
import { payerAccount, writableAccount } from './instruction.ts';
import type { ProgramInstruction } from './instruction.ts';

const TRANSFER = 2;

/** Builds the System program's transfer of lamports. */
export function transferInstruction(from: Address, to: Address, lamports: bigint): ProgramInstruction {
  const data = new ByteWriter(12).u32(TRANSFER).u64(lamports, 'lamports').finish();
  return { programAddress: SYSTEM_PROGRAM, accounts: [payerAccount(from), writableAccount(to)], data };
}
