export {
  compileMessage,
  signInstructions,
  signMessage,
  signatureOf,
  unsignedWire,
  type TransactionDraft,
  type UnsignedTransaction,
} from './sign-transaction.ts';
export { remoteSigner } from './remote-signer.ts';
export { signerFromSeed, type Signer } from './signer.ts';
