import { SYSTEM_PROGRAM, type Address } from '@pid/protocol';
import type { Base64EncodedWireTransaction } from '@solana/kit';
import type { TransactionDraft } from '../src/platform/chain/index.ts';

export function transferInstruction(
  from: Address,
  to: Address,
  lamports: bigint,
): TransactionDraft['instructions'][number] {
  const data = Buffer.alloc(12);
  data.writeUInt32LE(2);
  data.writeBigUInt64LE(lamports, 4);
  return {
    programAddress: SYSTEM_PROGRAM,
    accounts: [
      { address: from, role: 3 },
      { address: to, role: 1 },
    ],
    data,
  };
}

export const base64 = (wire: Uint8Array): Base64EncodedWireTransaction =>
  Buffer.from(wire).toString('base64') as Base64EncodedWireTransaction;
