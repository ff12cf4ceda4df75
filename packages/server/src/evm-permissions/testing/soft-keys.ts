import { createHash, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { newP256Key } from '../../platform/p256-key.ts';
import { toLowS } from '@pid/protocol';
import { hexOf, type Hex } from '@pid/protocol/evm';

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

export interface SoftKey {
  readonly keyX: Hex;
  readonly keyY: Hex;
  /** 0x04 ‖ x ‖ y */
  readonly uncompressed: Hex;
  /** r ‖ s with the low s over sha256 of `message`, as WebCrypto and authenticators sign. */
  sign(message: Uint8Array): Uint8Array;
}

export function softKey(): SoftKey {
  const privateKey = newP256Key();
  const { x, y } = createPublicKey(privateKey).export({ format: 'jwk' });
  const [keyX, keyY] = [hexOf(Buffer.from(x!, 'base64url')), hexOf(Buffer.from(y!, 'base64url'))];
  return {
    keyX,
    keyY,
    uncompressed: `0x04${keyX.slice(2)}${keyY.slice(2)}`,
    sign: (message) => signLow(privateKey, message),
  };
}

function signLow(key: KeyObject, message: Uint8Array): Uint8Array {
  return toLowS(sign('sha256', message, { key, dsaEncoding: 'ieee-p1363' }));
}

/** Returns the other valid signature of the same message (ECDSA signatures are malleable). */
export function toHighS(raw: Uint8Array): Uint8Array {
  const s = order - BigInt(hexOf(raw.subarray(32)));
  return Buffer.concat([raw.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')]);
}

export function splitSignature(raw: Uint8Array): { r: Hex; s: Hex } {
  return { r: hexOf(raw.subarray(0, 32)), s: hexOf(raw.subarray(32)) };
}

export const ORIGIN = 'http://localhost:4100';

export interface AssertionChanges {
  readonly flags?: number;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  /** The rest of clientDataJSON after `"origin":"`. */
  readonly tail?: string;
}

/** Signs `challenge` as an authenticator does, and returns the parts that the contract takes. */
export function assertFor(key: SoftKey, challenge: Uint8Array, changes: AssertionChanges = {}) {
  const authenticatorData = Buffer.concat([
    sha256(changes.rpId ?? 'localhost'),
    Buffer.from([changes.flags ?? 0x05]),
    Buffer.alloc(4),
  ]);
  const text = changes.challenge ?? Buffer.from(challenge).toString('base64url');
  const head = `{"type":"${changes.type ?? 'webauthn.get'}","challenge":"${text}","origin":"`;
  const tail = changes.tail ?? `${ORIGIN}","crossOrigin":false}`;
  const signature = key.sign(Buffer.concat([authenticatorData, sha256(head + tail)]));
  return {
    authenticatorData: hexOf(authenticatorData),
    clientDataTail: hexOf(Buffer.from(tail)),
    ...splitSignature(signature),
    signature,
  };
}

export function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}
