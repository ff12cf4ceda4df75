import { createHmac } from 'node:crypto';

/** Recognizes a deleted login without storing it. */
export function loginHash(key: Buffer, login: { issuer: string; subject: string }): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify(['login', login.issuer, login.subject]))
    .digest();
}

export function passkeyHash(key: Buffer, credentialId: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify(['passkey', credentialId]))
    .digest();
}
