export {
  compileMessage,
  signInstructions,
  signMessage,
  signatureOf,
  type TransactionDraft,
  type UnsignedTransaction,
} from './sign-transaction.ts';
export { signerFromSeed, type Signer } from './signer.ts';
