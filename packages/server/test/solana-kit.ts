/** Solana libraries of this package that tests outside it need. */
export { getCreateAccountInstruction, getTransferSolInstruction } from '@solana-program/system';
export {
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintToInstruction,
} from '@solana-program/token';
export {
  createNoopSigner,
  createSolanaRpcSubscriptions,
  type Blockhash,
  type Lamports,
  type Signature,
} from '@solana/kit';
