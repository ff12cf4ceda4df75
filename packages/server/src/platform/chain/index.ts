export {
  signInstructions,
  signMessage,
  signatureOf,
  unsignedWire,
  type TransactionDraft,
} from './sign-transaction.ts';
export { proveSigner, remoteSigner } from './remote-signer.ts';
export { signerFromSeed, type Signer } from './signer.ts';
