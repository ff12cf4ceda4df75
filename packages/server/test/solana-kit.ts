/** What tests outside of this package need of Solana's libraries, which are this package's. */
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
