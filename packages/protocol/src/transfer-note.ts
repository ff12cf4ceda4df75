import type { Address } from './brands.ts';
import { utf8 } from './bytes.ts';
import { SYSTEM_PROGRAM } from './constants.ts';
import { readonlyAccount } from './instruction.ts';
import type { ProgramInstruction } from './instruction.ts';
import { memoInstruction, transferInstruction } from './system-instructions.ts';

/** What a Solana Pay request asks for beside the transfer. */
export interface TransferNote {
  readonly memo?: string | undefined;
  readonly references?: readonly Address[] | undefined;
}

/**
 * Space for memo and references in a transaction: what the longest withdrawal of tokens (1,006 bytes of 1,232)
 * leaves, without the frames of the two instructions (53 bytes) and some reserve for longer client data.
 */
export const TRANSFER_NOTE_BYTES_MAX = 160;
/** A key and its index in the instruction. */
const REFERENCE_BYTES = 33;

export function transferNoteBytes({ memo, references }: TransferNote): number {
  return (memo === undefined ? 0 : utf8(memo).length) + REFERENCE_BYTES * (references?.length ?? 0);
}

/**
 * Builds the instructions for a note, which must end the transaction: the memo, then the references. The wallet
 * program refuses additional accounts and the Memo program accepts only signers as accounts, so the references are
 * additional accounts of a System transfer of nothing from the payer to the receiver. Both programs that look for
 * the payment by a reference and those that check the last instruction (`validateTransfer` of @solana/pay, for SOL)
 * find them there.
 */
export function noteInstructions(
  payer: Address,
  receiver: Address,
  { memo, references = [] }: TransferNote,
): ProgramInstruction[] {
  const nothing = transferInstruction(payer, receiver, 0n);
  return [
    ...(memo === undefined ? [] : [memoInstruction(null, memo)]),
    ...(references.length === 0
      ? []
      : [
          {
            programAddress: SYSTEM_PROGRAM,
            accounts: [...nothing.accounts, ...references.map(readonlyAccount)],
            data: nothing.data,
          },
        ]),
  ];
}
