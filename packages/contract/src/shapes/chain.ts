import { described, integer, literals, text, u64String, unixSeconds, words } from '../schemas.ts';

const base58Key = '^[1-9A-HJ-NP-Za-km-z]{32,44}$';
export const keyRule = 'must be a 32-byte key in base58';

/** A public key or address of Solana in a request. */
export const key = (description: string) =>
  text(base58Key, keyRule, { description: `${description} (base58).` });
/** An address of Solana that money goes to. */
export const solanaAddress = (description: string) =>
  text(base58Key, 'must be a Solana address', { description: `${description} (base58).` });
/** An address of Solana in an answer. */
export const address = (description: string) => words(`${description} (base58).`);
export const u64 = (description: string) => described(u64String, `${description}: a decimal string.`);
export const lamportsText = (description: string) => words(`${description}, in lamports: a decimal string.`);
export const signature = words('Signature of the transaction on the chain (base58).');
export const confirmed = literals(['confirmed'], { description: 'The chain has confirmed the transaction.' });
export const slot = u64('Slot of the chain');
export const nonce = u64(
  'Nonce of the smart account that the passkey signed against; the operation consumes it',
);

/** Chain time, unix seconds. */
export const chainTime = integer('Time of the chain, unix seconds; every expiry is counted from it.');
export const genesisHash = words('Hash that names the chain (base58).');
export const deadline = unixSeconds({
  description: 'Owner-authorization deadline, unix seconds, at most 600 seconds ahead.',
});
export const feePolicyVersion = integer(
  'Version of the fee policy that this was computed under; must be signed.',
);
export const protocolFeeBps = integer('Fixed protocol percentage of that policy version, in basis points.');
export const treasury = address('Canonical revenue vault, informational: the chain enforces it');
export const rpIdHash = words(
  'sha256 of the WebAuthn relying-party id, unpadded base64url; bound into what the passkey signs.',
);

export const exampleKeys = {
  address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV8',
  program: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGC',
};
