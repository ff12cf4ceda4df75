import { described, integer, literals, text, u64String, unixSeconds, words } from '../schemas.ts';

const base58Key = '^[1-9A-HJ-NP-Za-km-z]{32,44}$';
export const keyRule = 'must be a 32-byte key in base58';

export const key = (description: string) =>
  text(base58Key, keyRule, { description: `${description} (base58).` });
export const solanaAddress = (description: string) =>
  text(base58Key, 'must be a Solana address', { description: `${description} (base58).` });
export const address = (description: string) => words(`${description} (base58).`);
export const u64 = (description: string) => described(u64String, `${description}. A decimal string.`);
export const lamportsText = (description: string) => words(`${description}, in lamports. A decimal string.`);
export const signature = words('Signature of the transaction (base58).');
export const confirmed = literals(['confirmed'], { description: 'The chain has confirmed the transaction.' });
export const slot = u64('Slot of the transaction');
export const nonce = u64('Nonce of the smart account that the passkey signed. The operation consumes it');

export const chainTime = integer('Time of the chain, unix timestamp in seconds. Every expiry refers to it.');
export const genesisHash = words('Genesis hash of the chain (base58).');
export const deadline = unixSeconds({
  description: 'Deadline of the owner’s authorization, unix timestamp in seconds, at most 600 seconds ahead.',
});
export const feePolicyVersion = integer('Current version of the fee policy. It must be signed.');
export const protocolFeeBps = integer(
  'Protocol fee of this `feePolicyVersion`, in basis points of the network fee.',
);
export const treasury = address(
  'Address that receives the protocol fee; for information only, because the program enforces it',
);
export const rpIdHash = words(
  'sha256 of the WebAuthn relying-party id, in unpadded base64url. It is part of the signed challenge.',
);

export const exampleKeys = {
  address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV8',
  program: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGC',
};
