import type { Address } from './brands.ts';
import { ByteWriter, utf8 } from './bytes.ts';
import { MEMO_PROGRAM, SYSTEM_PROGRAM } from './constants.ts';
import { payerAccount, signerAccount, writableAccount } from './instruction.ts';
import type { ProgramInstruction } from './instruction.ts';

const TRANSFER = 2;

/** Builds the System program's transfer of lamports. */
export function transferInstruction(from: Address, to: Address, lamports: bigint): ProgramInstruction {
  const data = new ByteWriter(12).u32(TRANSFER).u64(lamports, 'lamports').finish();
  return { programAddress: SYSTEM_PROGRAM, accounts: [payerAccount(from), writableAccount(to)], data };
}

/** Builds the Memo program's instruction: a text that the signer, if there is one, writes into the chain. */
export function memoInstruction(signer: Address | null, memo: string): ProgramInstruction {
  const accounts = signer === null ? [] : [signerAccount(signer)];
  return { programAddress: MEMO_PROGRAM, accounts, data: utf8(memo) };
}
