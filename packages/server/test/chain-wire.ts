import { transferInstruction } from '@pid/protocol';
import type { Base64EncodedWireTransaction } from '@solana/kit';

export { transferInstruction };

export const base64 = (wire: Uint8Array): Base64EncodedWireTransaction =>
  Buffer.from(wire).toString('base64') as Base64EncodedWireTransaction;
