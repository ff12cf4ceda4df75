import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

/**
 * By way of its bytes: as long as a key hangs on the job that made it, exporting it as JWK stops Node 20 for ever when garbage is
 * collected meanwhile (the job's destructor waits for the lock that the export holds).
 */
export function newP256Key(): KeyObject {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { format: 'der', type: 'spki' },
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
  });
  return createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' });
}
