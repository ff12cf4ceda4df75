import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import {
  checkpointBody,
  encodeKey,
  signatureLine,
  type Checkpoint,
  type NoteKey,
  type VerifySignature,
} from '@pid/protocol/books';

// RFC 8410: the bytes before the seed of a private key and before a public key.
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** An Ed25519 key that signs checkpoints. */
export interface LogSigner {
  readonly publicKey: Buffer;
  sign(message: Uint8Array): Buffer;
}

export function signerFrom(seed: Buffer): LogSigner {
  const key: KeyObject = createPrivateKey({
    key: Buffer.concat([privatePrefix, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(key)
    .export({ format: 'der', type: 'spki' })
    .subarray(publicPrefix.length);
  return { publicKey, sign: (message) => sign(null, message, key) };
}

export const verifyEd25519: VerifySignature = (signature, message, publicKey) =>
  verify(
    null,
    message,
    createPublicKey({ key: Buffer.concat([publicPrefix, publicKey]), format: 'der', type: 'spki' }),
    signature,
  );

export function logKey(origin: string, publicKey: Uint8Array): NoteKey {
  return { name: origin, publicKey, type: 1 };
}

/** The signed note of a checkpoint, with one line per key. The first one is the current key. */
export function signCheckpoint(
  { origin, size, root }: Omit<Checkpoint, 'newKey'>,
  signers: readonly LogSigner[],
): string {
  const newKey = signers.length > 1 ? encodeKey(logKey(origin, signers[0]!.publicKey)) : undefined;
  const body = checkpointBody({ origin, size, root, newKey });
  const lines = signers.map((signer) =>
    signatureLine(logKey(origin, signer.publicKey), signer.sign(Buffer.from(body))),
  );
  return `${body}\n${lines.join('')}`;
}
