import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

/**
 * Creates the key from exported bytes. Exporting a key as JWK while it still refers to the job that generated
 * it can block Node 20 permanently during garbage collection: the destructor of the job waits for the lock
 * that the export holds.
 */
export function newP256Key(): KeyObject {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { format: 'der', type: 'spki' },
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
  });
  return createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' });
}
