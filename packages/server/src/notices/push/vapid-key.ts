import { createECDH } from 'node:crypto';
import { sha256 } from '../../platform/hash.ts';
import { impossible } from '../../platform/errors/index.ts';

/** The key pair with which push services recognize this service (RFC 8292), in unpadded base64url. */
export interface VapidKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

const attemptsMax = 4;

/** Derives the P-256 key from a secret of 32 bytes. One of 2^32 secrets is no private key; its hash is used instead. */
export function deriveVapidKey(secret: Buffer): VapidKey {
  let scalar = secret;
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const ecdh = createECDH('prime256v1');
    try {
      ecdh.setPrivateKey(scalar);
      return {
        publicKey: ecdh.getPublicKey('base64url'),
        privateKey: scalar.toString('base64url'),
      };
    } catch {
      scalar = sha256(scalar);
    }
  }
  return impossible('four hashes in a row are no private key');
}

/** The contact that push services see. Without one, the address of the service; Apple accepts no other scheme. */
export function vapidSubject(contact: string | null, baseUrl: URL): string {
  if (contact !== null && /^https:\/\/\S+$/.test(contact)) return contact;
  if (contact !== null && /^[^\s@]+@[^\s@]+$/.test(contact)) return `mailto:${contact}`;
  return baseUrl.protocol === 'https:' ? baseUrl.origin : 'mailto:development@pid.example';
}
